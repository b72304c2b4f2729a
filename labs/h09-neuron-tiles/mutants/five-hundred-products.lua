return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {[[end[NT_SEND + 1][NT_OPS]; /* free]],
     [[end[NT_SEND + 1][512]; /* free]]},
    {[[    int queue[NT_SEND + 1][NT_OPS], place[NT_SEND + 1][NT_OPS];]],
     [[    int queue[NT_SEND + 1][512], place[NT_SEND + 1][512];]]},
  },
  fails = "sanitize",
  why = "has room for 512 products, and a layer may have 1022",
}
