return mutant {
  base = "reference", file = "toy.c", fails = "correct", message = "mismatch",
  replace = { {"sum += A[m * K + k]", "sum -= A[m * K + k]"} },
  why = "subtracts",
}
