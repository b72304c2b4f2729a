return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"if (k && c.pe == p && c.from == from) {",
     "if (k && c.pe == p) {"},
  },
  fails = "correct", message = "WM_",
  why = "each copy that meets the first router again is called a loop",
}
