return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"if (F % 4 == 0 && ld % 4 == 0)", "if (ld % 4 == 0)"}},
  fails = "correct", message = "glu-781",
  why = "x keeps the promise of 16 bytes, but up and y, F floats further, do not",
}
