return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[            places(c, P, zigzag, from, k_at);]],
     [[            places(c, P, zigzag, r, k_at);]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "masks every block as if its keys were this rank's own",
}
