return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"    return 4 * e / (d * d);", "    float t = (1 - e) / d;\n    return 1 - t * t;"},
  },
  fails = "correct", message = "the derivative of cap",
  why = "tanh rounds to 1, and 1 - 1 has nothing left",
}
