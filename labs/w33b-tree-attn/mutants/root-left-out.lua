return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"sees >> (pos - cached) & 1", "(sees & ~1ull) >> (pos - cached) & 1"},
  },
  fails = "correct", message = "expected, got",
  why = "the root counts as the last cached token, but its keys are a node like all others",
}
