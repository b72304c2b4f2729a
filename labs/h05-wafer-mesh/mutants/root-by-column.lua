return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"    plan->root[i] = t->root;",
     "    plan->root[i] = at->col[i][t->root];"},
  },
  fails = "correct",
  why = "names the root by its column on the wafer",
}
