return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"cpus = t->kind[src] == IC_CPU || t->kind[dst] == IC_CPU, at",
     "cpus = t->kind[src] == IC_CPU && t->kind[dst] == IC_CPU, at"},
    {"        cpus += t->kind[at] == IC_CPU;",
     "        cpus += t->kind[at] == IC_CPU && h + 1 < p->hops;"},
  },
  fails = "correct", message = "relation is",
  why = "does not count a CPU at the end of a way",
}
