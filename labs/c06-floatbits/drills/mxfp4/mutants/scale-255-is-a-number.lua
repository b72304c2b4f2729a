return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"s == 255 ? __builtin_nanf(\"\") : worth[code & 7] * power(s)", "worth[code & 7] * power(s)"}},
  fails = "correct", message = "mismatch",
  why = "the byte 255 is no power: its blocks are NaN, zeros among them",
}
