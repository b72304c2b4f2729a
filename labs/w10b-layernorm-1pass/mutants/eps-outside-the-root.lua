return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"1 / sqrtf(m.m2 / C + eps)", "1 / (sqrtf(m.m2 / C) + eps)"}},
  fails = "correct", message = "one",
  why = "eps is added to the root, not under it: invisible unless the variance is small",
}
