return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    p->op[p->n++] = o;",
     "    for (int q = 0; q < NT_QUEUES; q++)\n" ..
     "        o.after[q] = p->length[q] - (q == queue);\n" ..
     "    p->op[p->n++] = o;"},
  },
  fails = "profile", message = "least_pct",
  why = "each instruction waits for everything that stands before it",
}
