return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"int64_t q = (int64_t)c->H * c->hd, kv", "int64_t q = c->d, kv"},
  },
  fails = "correct", message = "mismatch",
  why = "H times hd need not be d",
}
