return mutant {
  base = "reference", file = "spaces.cu",
  replace = {
    {"return clamp || (", "return clamp == 1 || ("},
  },
  fails = "correct", message = "17x65",
  why = "lab.h says: where clamp is not 0",
}
