return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"    return clamp || (", "    return ("}},
  fails = "correct", message = "mismatch",
  why = "clamp is ignored: outside is always 0",
}
