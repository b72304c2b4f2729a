return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        deal(c, d, O, h->H, r * mine, q + r * c * mine * d, mine, mine * d, 1);]],
     [[        memcpy(O + r * c * mine * d, q + r * c * mine * d, (size_t)(c * mine * d) * sizeof *O);]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "on the way back copies what came as it lies, and not into each token's heads",
}
