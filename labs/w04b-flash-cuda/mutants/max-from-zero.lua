return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"row_state row = { -INFINITY, 0 };", "row_state row = { 0, 0 };"}},
  fails = "correct", message = "mismatch: O",
  why = "m starts at 0: a row whose scores are all far below 0 underflows to nothing",
}
