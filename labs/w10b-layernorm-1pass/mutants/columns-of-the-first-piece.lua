return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"store<WIDE>(y + at, v, g + at, b + at,", "store<WIDE>(y + at, v, g, b,"}},
  fails = "correct", message = "4104",
  why = "later pieces are scaled by the first piece's g and b",
}
