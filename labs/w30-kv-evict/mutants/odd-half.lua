return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[parts(e, 0, b / 2, b - b / 2, keep);]==],
     [==[parts(e, 0, b - b / 2, b / 2, keep);]==]},
  },
  fails = "correct",
  why = "the odd entry of the budget goes to the heavy hitters: of budget 1 nobody recent is left",
}
