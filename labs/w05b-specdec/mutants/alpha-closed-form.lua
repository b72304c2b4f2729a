return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"    double sum = 1;\n    for (int k = 0; k < K; k++)\n        sum = 1 + beta * sum;\n    return sum;",
     "    double power = 1;\n    for (int k = 0; k <= K; k++)\n        power *= beta;\n" ..
     "    return beta == 1 ? K + 1 : (1 - power) / (1 - beta);"},
  },
  fails = "correct", message = "mismatch: alpha",
  why = "next to beta = 1 both differences cancel",
}
