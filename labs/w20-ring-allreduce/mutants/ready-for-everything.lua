return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[AHEAD = 1 }]],
     [[AHEAD = 500 }]]},
  },
  fails = "profile", message = "case tree-large",
  why = "receives for all chunks are posted at once: a leaf fills its port with one tree, and the other one waits",
}
