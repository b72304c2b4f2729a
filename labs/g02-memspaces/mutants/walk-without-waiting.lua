return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"        i = next[i];\n    *out = i;", "        i = next[k % 32];\n    *out = i;"}},
  fails = "correct", message = "mismatch",
  why = "addresses that do not depend on what was loaded: a stream, not a chase",
}
