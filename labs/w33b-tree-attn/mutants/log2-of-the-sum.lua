return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"w.lse[at] = (max[r] + log2f(sum[r])) / LOG2E;", "w.lse[at] = max[r] / LOG2E + log2f(sum[r]);"},
  },
  fails = "correct", message = "lse",
  why = "lse is the natural logarithm, the exponentials are powers of two",
}
