return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"need[NT_LOAD] = i + 1, need[NT_VECTOR] = tile - l->banks + 1;",
     "need[NT_LOAD] = i + 1;"},
  },
  fails = "correct", message = "race",
  why = "the next product overwrites a bank that the vector engine still reads",
}
