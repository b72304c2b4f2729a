return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"codes[k / 2] >> k % 2 * 4 & 15", "codes[k / 2] >> (1 - k % 2) * 4 & 15"}},
  fails = "correct", message = "mismatch",
  why = "element 2k is in the lower half of its byte; read from the upper one, neighbours change places",
}
