return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"    if (!r.n)\n        return r;\n", ""},
  },
  fails = "correct", message = "empty",
  why = "two empty sets: 0/0 is NaN, and it stays",
}
