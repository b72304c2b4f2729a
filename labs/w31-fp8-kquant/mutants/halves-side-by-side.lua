return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[            x[j] = d * (float)((b->qs[j] & 15) - 8);
            x[j + QK / 2] =]==],
     [==[            x[2 * j] = d * (float)((b->qs[j] & 15) - 8);
            x[2 * j + 1] =]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "Q4_0 has elements 2j and 2j + 1 in byte j",
}
