return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"row_state row = { -INFINITY, 0 };", "row_state row = { -10000, 0 };"}},
  fails = "correct", message = "mismatch: O",
  why = "m starts at a number that seems small enough, until all logits of a row lie below it",
}
