return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[(h->H + P * dealt(h, P, 0, &first))]],
     [[(h->H + h->Hkv)]]},
  },
  fails = "correct", message = "lengths",
  why = "with fewer key/value heads than ranks it counts no copies",
}
