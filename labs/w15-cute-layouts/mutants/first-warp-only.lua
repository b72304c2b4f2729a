return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[=[    int64_t size = layout_size(lanes), words]=],
     [=[    int64_t size = layout_size(lanes) < BANKS ? layout_size(lanes) : BANKS, words]=]},
  },
  fails = "correct", message = "bank_conflicts",
  why = "a layout of more lanes than a warp has more groups, and the worst of them counts",
}
