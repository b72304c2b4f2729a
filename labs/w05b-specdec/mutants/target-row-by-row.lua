return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"    target_rows(m, seen, K + 1, p);",
     "    for (int j = 0; j <= K; j++)\n        target_rows(m, seen + j, 1, p + (size_t)j * (size_t)V);"},
  },
  fails = "profile", message = "target_calls",
  why = "K + 1 calls of the target cost what plain decoding costs",
}
