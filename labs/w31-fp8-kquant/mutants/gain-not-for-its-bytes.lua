return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[double gain = (at[0] - at[1]) / (double)(size[1] - size[0]);]==],
     [==[double gain = at[0] - at[1];]==]},
  },
  fails = "correct", message = "mismatch",
  why = "the largest gain wins, whatever it costs",
}
