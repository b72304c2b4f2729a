return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"if (t->kind[v] == IC_CPU && (best < 0 || w.far[v] < w.far[best]))",
     "if (t->kind[v] == IC_CPU && best < 0)"},
  },
  fails = "correct", message = "expected",
  why = "stages in the memory of the CPU with the lowest number",
}
