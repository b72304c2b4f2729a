return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"(NF4[j] + NF4[j + 1]) / 2 < x",
     "(NF4[j] + NF4[j + 1]) / 2 <= x"},
  },
  fails = "correct", message = "midpoints",
  why = "a number in the middle of two levels gets the upper one",
}
