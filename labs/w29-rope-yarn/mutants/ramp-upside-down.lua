return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[t * (g + (1 - g) / s)]==],
     [==[t * (1 - g + g / s)]==]},
  },
  fails = "correct", message = "YARN, pair",
  why = "fast pairs are interpolated and slow ones left alone",
}
