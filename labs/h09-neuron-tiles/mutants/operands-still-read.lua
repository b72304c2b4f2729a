return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        need[NT_MATMUL] = i - p->in_slots + 1;\n" ..
     "    if (kind == NT_MATMUL)",
     "        need[NT_MATMUL] = i - p->in_slots;\n" ..
     "    if (kind == NT_MATMUL)"},
  },
  fails = "correct", message = "race",
  why = "operands are loaded over those of a product that may still work",
}
