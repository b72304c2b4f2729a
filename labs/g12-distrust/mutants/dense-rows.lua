return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (int pad = 0; pad <= 3; pad += 3)",
     "for (int pad = 0; pad <= 0; pad += 3)"},
  },
  fails = "profile", message = "matmul",
  why = "rows follow each other without a gap in every test",
}
