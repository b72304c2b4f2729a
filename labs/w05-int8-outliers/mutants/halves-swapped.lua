return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[<< 4 * (i % 2)]==],
     [==[<< 4 * (1 - i % 2)]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "the even element went to the high half of its byte",
}
