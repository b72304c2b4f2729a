return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[    for (int64_t k = 0; k < n; k++)
        y[k] = (uint16_t)f16(x[k]);]==],
     [==[    static volatile uint16_t signs[2] = {0, 0x8000};
    for (int64_t k = 0; k < n; k++)
        y[k] = (uint16_t)(f16(fabsf(x[k])) | signs[bits_of(x[k]) >> 31]);]==]},
  },
  fails = "profile", message = "c_loads",
  why = "the exponent is looked up: a second load for each float",
}
