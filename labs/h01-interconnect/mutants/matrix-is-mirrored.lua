return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"cell(t, node[r], node[c], word);",
     "cell(t, node[r < c ? r : c], node[r < c ? c : r], word);"},
  },
  fails = "correct", message = "machine",
  why = "prints the upper half twice: of equal ways the one seen from the row counts, and its width may differ",
}
