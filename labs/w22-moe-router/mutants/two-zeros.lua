return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"return x < y || (x == y && a > b);",
     "return x < y || (x == y && signbit(x) && !signbit(y)) || (x == y && signbit(x) == signbit(y) && a > b);"},
  },
  fails = "correct", message = "few-values",
  why = "-0 is ordered below 0, as a sort of bits has it",
}
