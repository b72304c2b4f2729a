return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[!(s > 0))]],
     [[!(s >= 0))]]},
  },
  fails = "correct", message = "case equal-",
  why = "takes a pivot of 0, by which it divides then",
}
