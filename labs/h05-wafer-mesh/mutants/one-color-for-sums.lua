return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"out = t->to[j] < 0 ? -1 : first + color[of[j]];",
     "out = t->to[j] < 0 ? -1 : first;"},
    {"int in = first + color[of[t->child[j][k]]];",
     "int in = first;"},
  },
  fails = "correct", message = "rx is",
  why = "a chain of one color",
}
