return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"*var = (float)(ss / n);",
     "*var = (float)(ss / (n > 1 ? n - 1 : 1));"},
  },
  fails = "correct", message = "moments",
  why = "n - 1",
}
