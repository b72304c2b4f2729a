return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "stops one row early",
  replace = {{[=[r < R; r++]=], [=[r < R - 1; r++]=]}},
}
