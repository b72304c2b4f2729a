return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"W7[TAPS * i + j] * tile[threadIdx.y + i][threadIdx.x + j];",
              "W7[TAPS * i + j] * (i == RADIUS ? tile[threadIdx.y + i][threadIdx.x + j]\n" ..
              "                                            : pixel(in, y + i - RADIUS, x + j - RADIUS, H, W, " ..
              "clamp));"}},
  fails = "profile", message = "stencil_tiled loads",
  why = "the tile is filled and then only its middle row is used",
}
