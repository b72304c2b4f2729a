return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[(has(e, PART_TREE) ? e->cfg->tree.total : 0)]==],
     [==[0]==]},
  },
  fails = "correct", message = "lies in no block",
  why = "a seat is promised blocks for its text, and none for the guesses behind it",
}
