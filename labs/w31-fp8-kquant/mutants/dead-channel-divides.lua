return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[xmax[c] > 0 && wmax[c] > 0 ? powf(xmax[c], alpha) / powf(wmax[c], 1 - alpha) : 1]==],
     [==[powf(xmax[c], alpha) / powf(wmax[c], 1 - alpha)]==]},
  },
  fails = "correct",
  why = "a channel that is 0 on one side gets the scale 0 or infinity",
}
