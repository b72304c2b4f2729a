return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"            sum += x[r * width + c];",
     "            sum += x[r * width + c] > 0 ? ((volatile const float *)x)[r * width + c] : x[r * width + c];"},
  },
  fails = "profile", message = "columns",
  why = "each element is loaded twice",
}
