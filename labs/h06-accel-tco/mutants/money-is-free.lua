return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (rate == 0)
        return]==],
     [==[if (rate < 1)
        return]==]},
  },
  fails = "correct",
  why = [[who lends 37,500 dollars for four years wants more of them back]],
}
