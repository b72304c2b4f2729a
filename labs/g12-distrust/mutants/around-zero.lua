return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"shifts[] = { 0, -300, 300 };",
     "shifts[] = { 0, 1, 2 };"},
  },
  fails = "profile", message = "softmax",
  why = "logits between 0 and 8: an exponential that never overflows",
}
