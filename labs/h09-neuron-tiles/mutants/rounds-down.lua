return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    return (a + b - 1) / b;",
     "    return a / b;"},
  },
  fails = "correct",
  why = "a transfer whose bytes are no multiple of the rate ends too early",
}
