return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "counts rows in 16 bits",
  replace = {{[=[R; r++)]=], [=[(uint16_t)R; r++)]=]}},
}
