return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"        if (x + 1 < C)\n            store_pair(out + (size_t)(x + 1) * R",
              "        if (x + 2 < C)\n            store_pair(out + (size_t)(x + 1) * R"}},
  fails = "correct", message = "never written",
  why = "the last column of `in`, a row of `out`, is written only where it has a right neighbour",
}
