return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"rms_row<1>(x + row * ld, g, y + row * C, C, eps)", "rms_row<1>(x + row * ld, g, y + row * C, ld, eps)"}},
  fails = "correct", message = "rms_tile",
  why = "takes the distance of rows for their length",
}
