return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"    for (int r = threadIdx.y; r < TILE_Y + 2 * RADIUS; r += TILE_Y)",
              "    if (x >= W || y >= H)\n        return;\n" ..
              "    for (int r = threadIdx.y; r < TILE_Y + 2 * RADIUS; r += TILE_Y)"}},
  fails = "correct", message = "mismatch",
  why = "a thread without a pixel still owes the tile its share of the halo",
}
