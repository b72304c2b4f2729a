return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {".bank = tile % l->banks };",
     ".bank = tile % 2 };"},
    {"need[NT_VECTOR] = tile - l->banks + 1;",
     "need[NT_VECTOR] = tile - 1;"},
  },
  fails = "correct", message = "needs bank",
  why = "uses a second bank where there is one",
}
