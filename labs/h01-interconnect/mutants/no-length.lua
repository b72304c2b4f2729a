return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    return at;\n}",
     "    return at + 1;\n}"},
  },
  fails = "correct", message = "ic_matrix returns",
  why = "counts the zero at the end",
}
