return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[freed[n++] = ids(x)[--x->n];]=],
     [=[x->n--, freed[n++] = x->run->blk[x->first++];]=]},
  },
  fails = "correct", message = "goes first",
  why = [[a leaf loses its first block, and those behind it stay, which nobody can find]],
}
