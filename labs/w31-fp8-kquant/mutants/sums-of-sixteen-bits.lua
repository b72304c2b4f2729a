return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[int32_t lo = 0, hi = 0;]==],
     [==[int16_t lo = 0, hi = 0;]==]},
    {[==[            lo += (q[l] & 15) * a[l];
            hi += (q[l] >> 4) * a[SUB + l];]==],
     [==[            lo = (int16_t)(lo + (q[l] & 15) * a[l]);
            hi = (int16_t)(hi + (q[l] >> 4) * a[SUB + l]);]==]},
  },
  fails = "correct", message = "mismatch: y",
  why = "sums of products are kept in 16 bits: 32 products of 15 and 127 are 60,960",
}
