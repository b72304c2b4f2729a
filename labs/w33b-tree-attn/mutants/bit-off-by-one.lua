return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"sees >> (pos - cached) & 1", "sees >> (pos - cached + 1) & 1"},
  },
  fails = "correct", message = "expected, got",
  why = "node j is taken for token len + j + 1: a node does not see itself but what comes after it",
}
