return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[                spare[nspare++] = blk[m + k];
                blk[m + k] = ids(c)[k];]=],
     [=[                spare[nspare++] = ids(c)[k];
                ids(c)[k] = blk[m + k];]=]},
  },
  fails = "correct", message = ": id ",
  why = [[the tree takes the caller's block and gives away its own, which others are reading]],
}
