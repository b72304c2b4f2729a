return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[P % 2 == 0 ? P - 1 - rank : (rank + (back ? P - 1 : 1)) % P]],
     [[P - 1 - rank + 0 * back]]},
  },
  fails = "correct", message = "children in tree 0",
  why = "turns the tree round for an odd P as well: even ranks stay even, and inner in both trees",
}
