return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    if (h->H % P || (h->Hkv % P && P % h->Hkv))]],
     [[    if (h->H % P)]]},
  },
  fails = "correct", message = "expected 0",
  why = "asks whether the query heads can be dealt and not whether the key/value heads can",
}
