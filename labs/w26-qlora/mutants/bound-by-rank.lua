return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"double most = 1 / sqrt(in);",
     "double most = 1 / sqrt(l->r) + 0 * in;"},
  },
  fails = "correct", message = "1/sqrt",
  why = "A is drawn up to 1/sqrt(r)",
}
