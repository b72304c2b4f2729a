return mutant {
  base = "reference", file = "two.c",
  replace = {{"rest[x] - total * q[x];", "rest[x] - q[x];"}},
  fails = "correct", message = "mismatch: law",
  why = "q is taken off what is left without the total that goes with it",
}
