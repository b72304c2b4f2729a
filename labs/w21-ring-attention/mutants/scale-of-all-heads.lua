return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[merge(c * h->H, h->d, O, LSE, o, lse);]],
     [[merge(c, h->H * h->d, O, LSE, o, lse);]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "merges rows of a token's width, and not of a head's: all heads get the first one's shares",
}
