return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"at = r * whole->Hkv / P;", "at = whole->Hkv < P ? r % whole->Hkv : r * whole->Hkv / P;"},
  },
  fails = "correct", message = "mismatch: Y",
  why = "deals key/value heads in turn: rank 1 gets head 1, though its queries look at head 0",
}
