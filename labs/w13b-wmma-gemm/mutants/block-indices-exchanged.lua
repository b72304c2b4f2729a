return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"row = blockIdx.y * BIG, col = blockIdx.x * BIG;", "row = blockIdx.x * BIG, col = blockIdx.y * BIG;"}},
  fails = "correct", message = "N=132",
  why = "x counts rows of tiles and y columns: right wherever the grid is a square",
}
