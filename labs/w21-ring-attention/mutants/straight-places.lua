return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[            places(c, P, zigzag, from, k_at);]],
     [[            places(c, P, 0, from, k_at);]]},
    {[[    places(c, P, zigzag, r, q_at);]],
     [[    places(c, P, 0, r, q_at);]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "deals the tokens in zigzag and masks them as if they lay straight",
}
