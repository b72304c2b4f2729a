return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"(size_t)c.bt[pos / c.bs] * c.Hkv", "(size_t)(pos / c.bs) * c.Hkv"}},
  fails = "correct", message = "mismatch",
  why = "reads the pool as if a sequence were one piece from its front",
}
