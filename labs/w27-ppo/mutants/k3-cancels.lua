return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"sum += expm1(-d) + d;",
     "sum += exp(-d) - 1 + d;"},
  },
  fails = "correct", message = "nearly",
  why = "e^-d and 1 are subtracted after they were rounded",
}
