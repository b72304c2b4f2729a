return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {"p.step > 0 ? p.step * share : 0", "p.step * share"},
  },
  fails = "correct", message = "mismatch",
  why = "a step of 0 s that loses endlessly: 0 times infinity is not a number",
}
