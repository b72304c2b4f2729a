return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[.tag = TREE + w }]],
     [[.tag = TREE }]]},
  },
  fails = "correct",
  why = "a message of one tree is taken for one of the other",
}
