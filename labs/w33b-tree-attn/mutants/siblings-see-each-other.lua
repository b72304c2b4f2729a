return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"            uint64_t sees = w.mask[row < w.rows ? row / w.group : 0];",
     "            uint64_t sees = (2ull << (row < w.rows ? row / w.group : 0)) - 1;"},
  },
  fails = "correct", message = "expected, got",
  why = "causal, as a batched kernel is: right for a chain, and a node sees its elder siblings and their children",
}
