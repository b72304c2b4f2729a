return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"    int best = 0;\n    double most = 1, sum = 1;", "    int best = 1;\n    double most = 0, sum = 1;"},
  },
  fails = "correct", message = "mismatch: best K",
  why = "a slow or poor draft is worse than none: K = 0 is an answer",
}
