return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[parts(e, 0, b / 2, b - b / 2, keep);]==],
     [==[parts(e, 0, b / 2, b > 1 ? b / 2 : 1, keep);]==]},
  },
  fails = "correct", message = "should stay",
  why = "half and half: of an odd budget one entry is not used",
}
