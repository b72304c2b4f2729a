return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"exp(v - max(v))", "exp(v)"}},
  fails = "correct", message = "soft-high",
  why = "exponentials of large numbers are infinite, and infinity over infinity is NaN",
}
