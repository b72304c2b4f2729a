return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"(struct copy){ q, side ^ 2, c.cycle + 1 }",
     "(struct copy){ q, side, c.cycle + 1 }"},
  },
  fails = "correct", message = "at[",
  why = "a word that leaves to the east arrives from the east",
}
