return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[        const uint8_t *q = w->qs + j / 2 * SUB;
        const int8_t *a = x->qs + j * SUB;
        int32_t lo = 0, hi = 0;
        for (int l = 0; l < SUB; l++) {
            lo += (q[l] & 15) * a[l];
            hi += (q[l] >> 4) * a[SUB + l];
        }]==],
     [==[        static int8_t code[2 * SUB];
        const uint8_t *q = w->qs + j / 2 * SUB;
        const int8_t *a = x->qs + j * SUB;
        int32_t lo = 0, hi = 0;
        for (int l = 0; l < SUB; l++) {
            *(volatile int8_t *)(code + l) = q[l] & 15;
            *(volatile int8_t *)(code + SUB + l) = (int8_t)(q[l] >> 4);
        }
        for (int l = 0; l < SUB; l++) {
            lo += code[l] * a[l];
            hi += code[SUB + l] * a[SUB + l];
        }]==]},
  },
  fails = "profile", message = "c_stores",
  why = "a block becomes codes in memory first",
}
