return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"order[i] = s.gpu[s.best[i]];",
     "order[i] = s.best[i];"},
  },
  fails = "correct", message = "expected a GPU's node",
  why = "gives numbers of GPUs, and not of nodes",
}
