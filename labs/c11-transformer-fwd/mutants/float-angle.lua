return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[double a = pos * pow(base, -2. * i / hd);]],
     [[float a = (float)pos * powf(base, -2.f * (float)i / (float)hd);]]},
  },
  fails = "correct", message = "position-1e6",
  why = "at position 1e6 a float holds the angle to a few hundredths only",
}
