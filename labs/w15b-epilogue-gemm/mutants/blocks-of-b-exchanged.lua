return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[wc + 16 * j + lane / 16 * 8 + lane % 8, k + lane / 8 % 2]==],
              [==[wc + 16 * j + lane % 16, k + lane / 16]==]}},
  fails = "correct", message = "mismatch",
  why = "ldmatrix brings B's blocks in the order that A's need",
}
