return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"    plan->root[i] = t->root;",
     "    plan->root[i] = at->Q - 1;"},
  },
  fails = "correct", message = "y[",
  why = "looks for y in the last core of each row",
}
