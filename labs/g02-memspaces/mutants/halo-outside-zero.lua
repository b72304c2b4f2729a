return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"    if (!clamp && (y < 0", "    if ((y < 0"}},
  fails = "correct", message = "mismatch",
  why = "clamp is ignored: outside is always 0",
}
