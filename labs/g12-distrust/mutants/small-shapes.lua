return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"k < COUNT(shapes); k++)",
     "k < 2; k++)"},
  },
  fails = "correct", message = "OFFSET",
  why = "shapes that fit into a test machine",
}
