return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"*ret = (top + log2f(all)) / LOG2E;", "*ret = top + log2f(all);"}},
  fails = "correct", message = "lse",
  why = "scores were kept in powers of two, and the log-sum-exp handed on is not natural",
}
