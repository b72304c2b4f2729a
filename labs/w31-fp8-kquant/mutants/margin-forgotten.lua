return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[ldexpf(448 / most, -s->margin)]==],
     [==[448 / most]==]},
  },
  fails = "correct", message = "mismatch: scale",
  why = "the margin is left out",
}
