return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[w * h->d * (4 * h->Hkv + h->H)]],
     [[w * h->d * (2 * h->Hkv + h->H)]]},
  },
  fails = "correct", message = "lengths",
  why = "counts one block of keys and values, though the next one comes meanwhile",
}
