return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"auto first = load(x, at, at < C, 0.f);", "auto first = load(x, at, at < C, -INFINITY);"}},
  fails = "correct", message = "one",
  why = "what was neutral for a maximum is infinite as a square: all of a short row becomes 0",
}
