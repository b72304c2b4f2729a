return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    places(S, 1, 0, 0, at);]],
     [[    for (int64_t t = 0; t < S; t++)
        at[t] = t % c;]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "masks all tokens as if the sequence began with each rank's",
}
