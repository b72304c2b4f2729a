return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"float f = w[i] == -INFINITY ? 0 : exp2f((w[i] - top) * LOG2E);", "float f = w[i] == -INFINITY ? 0 : 1;"},
  },
  fails = "correct", message = "mismatch",
  why = "splits weigh the same, whatever their lse",
}
