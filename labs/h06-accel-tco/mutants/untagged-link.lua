return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[k < (n > 1 ? FACTS : OF_LINK)]==],
     [==[k < OF_LINK]==]},
  },
  fails = "correct",
  why = [[an approximate link makes an approximate answer wherever it is used]],
}
