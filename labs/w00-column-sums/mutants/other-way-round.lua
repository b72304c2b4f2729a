return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "indexes as if the columns lay one after the other",
  replace = {{[=[x[r * C + c]]=], [=[x[c * R + r]]=]}},
}
