return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[e / 4 % 2 * 8 + lane / 4,]==],
              [==[(1 - e / 4 % 2) * 8 + lane / 4,]==]}},
  fails = "correct", message = "mismatch",
  why = "the lower eight rows of a product go where the upper belong",
}
