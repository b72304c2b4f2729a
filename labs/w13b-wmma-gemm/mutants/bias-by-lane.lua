return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"{bias[col + 2 * t], bias[col + 2 * t + 1], bias[col + 2 * t], bias[col + 2 * t + 1]}",
              "{bias[col + t], bias[col + t + 1], bias[col + t], bias[col + t + 1]}"}},
  fails = "correct", message = "mma_bias",
  why = "the bias is taken by the number of the register, as if lane t had columns t and t + 1",
}
