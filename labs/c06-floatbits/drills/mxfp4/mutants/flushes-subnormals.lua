return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"    uint32_t sig = (a & 0x7fffff) | (field ? 1u << 23 : 0);",
              "    uint32_t sig = field ? (a & 0x7fffff) | 1u << 23 : 0;"}},
  fails = "correct", message = "mismatch",
  why = "subnormal floats are taken for zero; at the lowest scale they are worth up to 2",
}
