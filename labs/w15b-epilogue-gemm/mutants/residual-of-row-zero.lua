return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[widened(res + (size_t)row * N + col)]==],
              [==[widened(res + col + 0 * N * row)]==]}},
  fails = "correct", message = "mismatch",
  why = "the residual without its row",
}
