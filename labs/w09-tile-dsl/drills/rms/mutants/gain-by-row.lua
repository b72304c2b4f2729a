return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"rms_row<4>(x + row * ld, g,", "rms_row<4>(x + row * ld, g + row * C,"}},
  fails = "correct", message = "rms_tile",
  why = "one gain for each column, not for each element: row 1 reads behind g",
}
