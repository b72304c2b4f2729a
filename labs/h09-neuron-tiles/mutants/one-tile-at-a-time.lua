return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"slots <= NT_SLOTS && slots <= l->tiles",
     "slots <= 1 && slots <= l->tiles"},
  },
  fails = "profile", message = "least_pct",
  why = "room for one finished tile: the vector engine waits for the store",
}
