return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"row = blockIdx.y * TILE, col = blockIdx.x * TILE", "row = blockIdx.x * TILE, col = blockIdx.y * TILE"}},
  fails = "correct", message = "mismatch",
  why = "blockIdx.x is taken for the rows: right where the grid is one block",
}
