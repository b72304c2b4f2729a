return mutant {
  base = "reference", file = "gemv.cu", backend = "simt", message = "sh_wave",
  replace = {
    {[==[        to[i] = p[i];]==],
     [==[        for (int k = to[i] = 0; k < 4; k++)
            to[i] |= (uint32_t)((const volatile unsigned char *)(p + i))[k] << 8 * k;]==]},
  },
  fails = "profile",
  why = "right, words are put together from four loads of a byte",
}
