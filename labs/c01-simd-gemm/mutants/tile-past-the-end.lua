return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"const int k1 = min_int(k0 + TILE, K), j1 = min_int(j0 + TILE, N);",
     "const int k1 = min_int(k0 + TILE, K), j1 = j0 + TILE;"},
  },
  fails = "correct", message = "sgemm_tiled",
  why = "the last tile is as wide as the others and runs on into the next row",
}
