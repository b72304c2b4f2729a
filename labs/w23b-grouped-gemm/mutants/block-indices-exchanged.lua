return mutant {
  base = "reference", file = "grouped.cu",
  replace = {
    {[==[[blockIdx.y];]==],
     [==[[blockIdx.x % gridDim.y];]==]},
    {[==[blockIdx.x * TILE;]==],
     [==[blockIdx.y % gridDim.x * TILE;]==]},
  },
  fails = "correct", message = "grouped_gemm",
  why = "tiles of the list are counted along x",
}
