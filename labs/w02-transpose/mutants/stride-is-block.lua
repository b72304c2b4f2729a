return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"    size_t stride = (size_t)gridDim.x * blockDim.x;",
              "    size_t stride = blockDim.x * (size_t)blockDim.x;"}},
  fails = "sanitize", message = "race",
  why = "a step smaller than the grid: every element is right, and added many times over",
}
