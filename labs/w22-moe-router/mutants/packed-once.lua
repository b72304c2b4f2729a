return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[int rejected = 0;
    for (int t0]=],
     [=[int rejected = 0;
    static float packed[EXPERTS_MOST * EXPERTS_MOST];
    static const float *packed_of;
    if ((size_t)d * (size_t)E <= sizeof packed / sizeof *packed) {
        if (packed_of != Wg)
            memcpy(packed, Wg, sizeof *Wg * (size_t)d * (size_t)E);
        packed_of = Wg;
        Wg = packed;
    }
    for (int t0]=]},
  },
  fails = "correct", message = "token",
  why = "a copy of Wg is kept for as long as its address stays, and Wg is trained in place",
}
