return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"for (int row = blockIdx.x; row < R; row += gridDim.x) {",
              "for (int row = blockIdx.x, end = row + 1; row < end; row++) {"}},
  fails = "correct", message = "2048",
  why = "a block does one row, but there are fewer blocks than rows",
}
