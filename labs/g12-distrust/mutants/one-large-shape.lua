return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (int k = 0; k < COUNT(shapes); k++)",
     "for (int k = 2; k < 3; k++)"},
  },
  fails = "profile", message = "offset",
  why = "one shape beyond 32 bits: the product that wraps there is the last one",
}
