return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[ || a->nstatic != b->nstatic]],
     [[]]},
  },
  fails = "correct", message = "call",
  why = "leaves out of the key how many static arguments there are",
}
