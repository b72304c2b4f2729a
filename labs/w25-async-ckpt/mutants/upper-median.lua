return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"s[(n - 1) / 2]",
     "s[n / 2]"},
  },
  fails = "correct", message = "watch",
  why = "of an even number the higher of the two in the middle",
}
