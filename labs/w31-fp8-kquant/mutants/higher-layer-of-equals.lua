return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[if (gain > most) {]==],
     [==[if (gain >= most && gain > 0) {]==]},
  },
  fails = "correct", message = "mismatch",
  why = "of two layers that gain the same for each byte the later one is taken",
}
