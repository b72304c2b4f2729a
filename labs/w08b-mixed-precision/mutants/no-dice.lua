return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[(uint16_t)((bits_of(x) + (rnd[k] >> 16)) >> 16)]==],
     [==[mp_bf16(x + 0 * (float)rnd[k])]==]},
  },
  fails = "correct", message = "random bits",
  why = "to nearest instead of by chance: small updates never arrive",
}
