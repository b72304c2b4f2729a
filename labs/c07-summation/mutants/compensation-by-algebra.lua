return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"float sm_kahan(", "__attribute__((optimize(\"fast-math\"))) float sm_kahan("},
  },
  fails = "correct", message = "kahan",
  why = "-ffast-math knows that (s + y - s) - y is 0, and the compensation is gone",
}
