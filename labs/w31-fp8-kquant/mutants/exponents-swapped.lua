return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[powf(xmax[c], alpha) / powf(wmax[c], 1 - alpha)]==],
     [==[powf(xmax[c], 1 - alpha) / powf(wmax[c], alpha)]==]},
  },
  fails = "correct",
  why = "alpha and 1 - alpha change places",
}
