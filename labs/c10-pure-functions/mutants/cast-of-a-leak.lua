return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    if (leaks(x))
        return LEAK;]],
     [[    if (!depth)
        return LEAK;]]},
  },
  fails = "correct", message = "LEAK",
  why = "casts a tracer of another trace",
}
