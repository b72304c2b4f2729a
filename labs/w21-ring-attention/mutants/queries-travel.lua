return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[b = 2 * (double)(h->Hkv * h->d) * w / beta;]],
     [[b = 2 * (double)(h->H * h->d) * w / beta;]]},
  },
  fails = "correct", message = "tokens",
  why = "takes the bytes of query heads for those of key/value heads",
}
