return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (bank && (a->kind == NT_MATMUL || b->kind == NT_MATMUL))",
     "    if (bank && ((a->kind == NT_MATMUL && !a->part) || (b->kind == NT_MATMUL && !b->part)))"},
  },
  fails = "correct", message = "nt_races",
  why = "a MATMUL that adds to a bank does not write it",
}
