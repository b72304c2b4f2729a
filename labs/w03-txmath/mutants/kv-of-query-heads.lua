return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"2 * (int64_t)c.L * c.Hkv * c.hd * B", "2 * (int64_t)c.L * c.H * c.hd * B"},
  },
  fails = "correct", message = "mismatch",
  why = "only KV heads are cached; eight query heads share one in the 70B models",
}
