return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {".bank = tile % l->banks };",
     ".bank = 0 };"},
    {"need[NT_VECTOR] = tile - l->banks + 1;",
     "need[NT_VECTOR] = tile;"},
  },
  fails = "profile", message = "least_pct",
  why = "each tile waits for the bank of the one before",
}
