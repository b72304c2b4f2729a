return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    return from_bits((uint64_t)(k + 1023) << 52);",
     "    return ldexp(1, k);"},
  },
  fails = "correct", message = "poisoned",
  why = "powers of two come from the maths library",
}
