return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"uint32_t sign = (uint32_t)(b >> 63) << (f->E + f->M);",
     "uint32_t sign = (uint32_t)((int)(b >> 63) << (f->E + f->M));"},
  },
  fails = "sanitize", message = "left shift",
  why = "1 << 31 in int is not defined; it only happens to work",
}
