return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"            p.in_slots = NT_SLOTS > 1 ?",
     "            p.in_slots = NT_SLOTS > 1 && slots < 0 ?"},
  },
  fails = "profile", message = "least_pct",
  why = "one buffer for operands: each load waits for the product before",
}
