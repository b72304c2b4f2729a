return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    if (h->H % P || (h->Hkv % P && P % h->Hkv))]],
     [[    if (h->H < P || (h->Hkv % P && P % h->Hkv))]]},
  },
  fails = "correct", message = "expected 0",
  why = "takes heads that the ranks do not divide, and forgets those that are left over",
}
