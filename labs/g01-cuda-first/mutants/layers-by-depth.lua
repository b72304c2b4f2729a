return mutant {
  base = "reference", file = "first.cu",
  replace = {
    {"gridDim.y + blockIdx.y", "gridDim.z + blockIdx.y"},
  },
  fails = "correct", message = "stamp",
  why = "a layer of the grid has gridDim.y rows of blocks, not as many as there are layers",
}
