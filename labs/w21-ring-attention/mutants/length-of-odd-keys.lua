return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    else if (!dealt(h, P, 0, &first))
        return 0;
    else
        token += 2 * w * h->d * (h->H + P * dealt(h, P, 0, &first));]],
     [[    else if (h->H % P)
        return 0;
    else
        token += 2 * w * h->d * (h->H + (h->Hkv > P ? h->Hkv : P));
    (void)first;]]},
  },
  fails = "correct", message = "lengths",
  why = "gives a length for key/value heads that Ulysses cannot deal",
}
