return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"acc[c] = acc[c] * old + p * v[c];", "acc[c] = acc[c] + p * v[c];"}},
  fails = "correct", message = "mismatch",
  why = "the maximum grew, the sum was brought to it and the row was not",
}
