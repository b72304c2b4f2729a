return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"exp2f((w[i] - top) * LOG2E)", "exp2f(w[i] * LOG2E)"},
  },
  fails = "correct", message = "mismatch",
  why = "exp(lse) as it is: inf over inf, or 0 over 0, where lse is far from 0",
}
