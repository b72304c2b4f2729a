return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[most / 127]==],
     [==[most / 128]==]},
  },
  fails = "correct",
  why = "the scale of x is the largest magnitude over 128",
}
