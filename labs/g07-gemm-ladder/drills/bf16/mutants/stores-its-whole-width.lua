return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"if (row + r < M && col + c < N)",
              "if ((size_t)(row + r) * N + col + c < (size_t)M * N)"}},
  fails = "correct", message = "mismatch",
  why = "columns beyond N are stored, into the next row",
}
