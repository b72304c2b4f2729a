return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"[SOFTMAX] = { 4, 3, 2 },",
     "[SOFTMAX] = { 6, 3, 2 },"},
  },
  fails = "correct", message = "the line",
  why = "the line where the wrong value comes out, not the one that makes it",
}
