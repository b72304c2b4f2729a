return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"        if (tile)\n            atomicExch(&tiles[tile], word(PREFIX, base + total));\n", ""}},
  fails = "profile", message = "scan",
  why = "tiles publish their sums and never a prefix: each walks back to the first, right and quadratic",
}
