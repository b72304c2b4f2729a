return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"rsqrtf(sum(squares) / C + eps)", "1.f / (sqrtf(sum(squares) / C) + eps)"}},
  fails = "correct", message = "case one",
  why = "eps belongs under the root",
}
