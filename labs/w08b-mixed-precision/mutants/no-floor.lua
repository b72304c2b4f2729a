return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[fmaxf(s->scale / 2, SCALE_LEAST)]==],
     [==[s->scale / 2]==]},
  },
  fails = "correct", message = "the scale is",
  why = "a loss that is NaN halves the scale until nothing is left of it",
}
