return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"            W[j] *= s[j];", "            W[j] *= s[i % k];"}},
  fails = "correct", message = "mismatch: W",
  why = "s is applied to outputs, rows of W, in place of its channels: the product changes",
}
