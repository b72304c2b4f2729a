return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"            tile[r][c] = pixel(in, top + r, left + c, H, W, clamp);\n    __syncthreads();\n" ..
              "    if (x >= W || y >= H)",
              "            tile[r][c] = (r < RADIUS || r >= TILE_Y + RADIUS) && (c < RADIUS || c >= TILE_X + " ..
              "RADIUS)\n                             ? 0 : pixel(in, top + r, left + c, H, W, clamp);\n" ..
              "    __syncthreads();\n    if (x >= W || y >= H)"}},
  fails = "correct", message = "mismatch",
  why = "halo above, below, left and right, but not in the corners, which a cross-shaped stencil would not miss",
}
