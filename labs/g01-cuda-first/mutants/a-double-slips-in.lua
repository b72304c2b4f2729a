return mutant {
  base = "reference", file = "first.cu",
  replace = {{"float top = -INFINITY, sum = 0;\n    for (int j = 0; j < C; j++) {",
              "float top = -INFINITY;\n    double sum = 0;\n    for (int j = 0; j < C; j++) {"}},
  fails = "limits", message = "ptx:.f64", backend = "cuda",
  why = "the sum is kept in double to be safe: nobody asked, and the units for it are few",
}
