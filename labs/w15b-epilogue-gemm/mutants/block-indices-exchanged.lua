return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[int row = blockIdx.y * TILE, col = blockIdx.x * TILE,]==],
              [==[int row = blockIdx.x * TILE, col = blockIdx.y * TILE,]==]}},
  fails = "correct", message = "N=136",
  why = "x counts rows of tiles and y columns: right wherever the grid is a square",
}
