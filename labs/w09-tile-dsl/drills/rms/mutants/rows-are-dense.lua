return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"rms_row<1>(x + row * ld,", "rms_row<1>(x + row * C,"}},
  fails = "correct", message = "mismatch",
  why = "x has rows of ld floats, y of C",
}
