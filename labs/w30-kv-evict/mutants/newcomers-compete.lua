return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[parts(e, 0, b / 2, b - b / 2, keep);]==],
     [==[parts(e, 0, b - 1, 1, keep);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "H2O without recent entries: a newcomer has met one query and loses",
}
