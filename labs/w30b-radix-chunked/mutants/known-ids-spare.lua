return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[            if (blk[m + k] != ids(c)[k]) {]=],
     [=[            {]=]},
  },
  fails = "correct", message = "ids are spare",
  why = [[a block that the tree has under the same id is given away as spare]],
}
