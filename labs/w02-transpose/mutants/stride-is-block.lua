return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"    size_t stride = (size_t)gridDim.x * blockDim.x;", "    size_t stride = blockDim.x * (size_t)blockDim.x;"}},
  fails = "correct", message = "mismatch",
  why = "the grid-stride loop must step by the threads of the whole grid",
}
