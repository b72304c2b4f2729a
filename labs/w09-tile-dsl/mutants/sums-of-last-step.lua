return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"        dot(acc, a, b);", "        acc = sums<BM, BN, WARPS>();\n        dot(acc, a, b);"}},
  fails = "correct", message = "k40",
  why = "begins with zeros at every step of K, so only the last remains",
}
