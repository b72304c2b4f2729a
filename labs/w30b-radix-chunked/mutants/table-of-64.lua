return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    if (++r->nodes > r->room)
        table_grow(r);]=],
     [=[    ++r->nodes;]=]},
  },
  fails = "profile", message = "crowd",
  why = [[the table of children never grows: a match is as long as what others have cached]],
}
