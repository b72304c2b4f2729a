return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"a = x[i] * by, b = x[i + hd / 2] * by;",
     "a = x[2 * i] * by, b = x[2 * i + 1] * by;"},
    {"y[i] = a * c - b * s, y[i + hd / 2] = a * s + b * c;",
     "y[2 * i] = a * c - b * s, y[2 * i + 1] = a * s + b * c;"},
  },
  fails = "correct", message = "place",
  why = "numbers 2i and 2i + 1 are turned together, as another library does",
}
