return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[float w[SUB], code[SUB], lo = 0, hi = x[0], power = 0;]==],
     [==[float w[SUB], code[SUB], lo = x[0], hi = x[0], power = 0;]==]},
  },
  fails = "correct", message = "rmse",
  why = "the least number is the minimum though it is above 0, and a minimum has no sign",
}
