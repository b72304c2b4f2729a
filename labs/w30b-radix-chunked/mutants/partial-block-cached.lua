return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[all = n / r->bs;]=],
     [=[all = (n + r->bs - 1) / r->bs;]=]},
  },
  fails = "correct", message = "blocks are cached and",
  why = [[the last block, which is not full, is cached, too: somebody is still writing to it]],
}
