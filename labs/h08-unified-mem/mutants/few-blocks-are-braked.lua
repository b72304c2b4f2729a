return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[[    static int row[UM_BLOCKS], on[UM_BLOCKS];]],
     [[    static int row[32], on[32];]]},
  },
  fails = "correct", message = "um_thrash",
  why = "has room for 32 blocks, and their numbers go up to 255",
}
