return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"enum { TILE = 64 };", "enum { TILE = 256 };"},
  },
  fails = "profile", message = "l1_miss of sgemm_tiled",
  why = "a tile that is larger than the cache is evicted before it is used again",
}
