return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"1 / sqrtf(m.m2 / C + eps)", "1 / sqrtf(m.m2 / max(C - 1, 1) + eps)"}},
  fails = "correct", message = "seven",
  why = "divides by C - 1, as a statistician would; LayerNorm's variance is the biased one",
}
