return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"w.far[v] < w.far[best]))",
     "w.far[v] <= w.far[best]))"},
  },
  fails = "correct", message = "staged is",
  why = "of CPUs equally near takes the highest number",
}
