return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"        half = (width + 1) / 2;\n", "        half = width / 2;\n"},
             {"        if (t < width - half)\n", "        if (t < half)\n"}},
  fails = "correct", message = "mismatch",
  why = "an odd width loses its middle element",
}
