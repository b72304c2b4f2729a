return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[xmax[c] > 0 && wmax[c] > 0 ?]==],
     [==[xmax[c] > 1e-8f && wmax[c] > 1e-8f ?]==]},
  },
  fails = "correct", message = "mismatch",
  why = "a channel whose maximum is small counts as 0",
}
