return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[if (layout == HALVES) {]==],
     [==[if (layout == HALVES || layout == NEIGHBOURS) {]==]},
  },
  fails = "correct", message = "of pair",
  why = "one layout for both kinds of file",
}
