return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    if (!is_cached(h, blk) || h->e[blk].kids)]=],
     [=[    if (!is_cached(h, blk))]=]},
  },
  fails = "correct", message = "hc_",
  why = [[a block leaves though others stand behind it]],
}
