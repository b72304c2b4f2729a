return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[causal ? q_at : NULL, k_at, s ? o : O, s ? lse : LSE);
            if (s)
                merge(c * h->H, h->d, O, LSE, o, lse);]],
     [[causal ? q_at : NULL, k_at, O, LSE);]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "merges nothing: each block's answer replaces the one before",
}
