return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"    target_rows(m, seen, K + 1, p);",
     "    for (int j = 0; j < K; j++)\n        seen[j] = seen[j + 1];\n    target_rows(m, seen, K + 1, p);\n" ..
     "    for (int j = K; j > 0; j--)\n        seen[j] = seen[j - 1];"},
  },
  fails = "correct", message = "mismatch: law",
  why = "row j is asked for after draft j, not before it",
}
