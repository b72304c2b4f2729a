return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[to == (from + 1) % P ? key : r)]],
     [[to == from ? key : r)]]},
  },
  fails = "correct", message = "the ring still goes",
  why = "gives back the ring in which the link is",
}
