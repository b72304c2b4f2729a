return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"float w = expf(weight[i] - top);", "float w = expf(weight[i]);"}},
  fails = "correct", message = "far-from-0",
  why = "exp(lse) overflows, or is zero for all splits: the weights need the common maximum taken off",
}
