return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"sees >> (pos - cached) & 1", "sees >> (pos - (from > cached ? from : cached)) & 1"},
  },
  fails = "correct", message = "expected, got",
  why = "the bit is counted from where the split begins, if that is inside of the tree",
}
