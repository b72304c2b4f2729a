return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"return sign | (max_code(f) + 1) | 1u << (f->M - 1);",
     "return sign | (max_code(f) + 1) | 1u << (f->M - 1) | payload;"},
    {"static uint32_t nan_code(const struct fmt *f, uint32_t sign)",
     "static uint32_t nan_code(const struct fmt *f, uint32_t sign, uint32_t payload)"},
    {"return m ? nan_code(f, sign)", "return m ? nan_code(f, sign, (uint32_t)(m >> (52 - f->M)))"},
  },
  fails = "correct", message = "mismatch: e5m2: nan",
  why = "the payload of a NaN is carried over, where the contract has one NaN",
}
