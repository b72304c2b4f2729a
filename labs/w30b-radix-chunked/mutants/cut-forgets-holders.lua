return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[.holders = x->holders,]=],
     [=[.holders = 0,]=]},
    {[=[        list_add(top, x);]=],
     [=[        list_add(top, r->ends.older);]=]},
  },
  fails = "correct",
  why = [[the upper part of an edge that is cut has no holders, though the lower one has]],
}
