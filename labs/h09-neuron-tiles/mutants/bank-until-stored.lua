return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"need[NT_VECTOR] = tile - l->banks + 1;",
     "need[NT_STORE] = tile - l->banks + 1, need[NT_VECTOR] = need[NT_STORE];"},
  },
  fails = "profile", message = "least_pct",
  why = "a bank is given back when its tile is stored",
}
