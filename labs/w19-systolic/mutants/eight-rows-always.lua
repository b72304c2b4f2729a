return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"up(dim[order[1]], 32 / elem_B) * (32 / elem_B)", "up(dim[order[1]], 8) * 8"},
  },
  fails = "correct", message = "layout_bytes",
  why = "smaller elements are packed: 16 of two bytes, 32 of one",
}
