return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"        if (!fits(config + 3 * c))\n            continue;\n", ""}},
  fails = "correct", message = "few",
  why = "times configurations that no launch could run",
}
