return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "assigns where it should add",
  replace = {{[=[y[c] += x]=], [=[y[c] = x]=]}},
}
