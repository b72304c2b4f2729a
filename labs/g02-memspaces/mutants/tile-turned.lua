return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"__shared__ float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];",
              "__shared__ float tile[TILE_X + 2 * RADIUS][TILE_Y + 2 * RADIUS];"},
             {"            tile[r][c] = pixel(in, top + r, left + c, H, W, clamp);\n    __syncthreads();\n    if",
              "            tile[c][r] = pixel(in, top + r, left + c, H, W, clamp);\n    __syncthreads();\n    if"},
             {"tile[threadIdx.y + i][threadIdx.x + j]", "tile[threadIdx.x + j][threadIdx.y + i]"}},
  fails = "profile", message = "sh_conf",
  why = "lanes down a column of rows of 14: two in each bank",
}
