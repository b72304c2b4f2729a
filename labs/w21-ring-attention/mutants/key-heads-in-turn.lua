return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    *first = r * h->Hkv / P;]],
     [[    *first = h->Hkv < P ? r % h->Hkv : r * h->Hkv / P;]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "deals key/value heads in turn: rank 1 gets head 1, though its queries look at head 0",
}
