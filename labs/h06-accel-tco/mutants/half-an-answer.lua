return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[&l[k].lo) &&
]==],
     [==[&l[k].lo) |
]==]},
  },
  fails = "correct",
  why = [[an offer without an answer at one end of the range cannot be compared there]],
}
