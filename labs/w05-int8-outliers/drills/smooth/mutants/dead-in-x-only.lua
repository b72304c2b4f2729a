return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"s[j] > 0 && room[j] > 0 ?", "s[j] > 0 ?"}},
  fails = "correct", message = "mismatch: s",
  why = "a channel that no token uses is thought of, one that no output uses is not",
}
