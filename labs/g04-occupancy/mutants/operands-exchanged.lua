return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[tile_body(c, a, b, N, K)]],
              [[tile_body(c, b, a, N, K)]]}},
  fails = "correct", message = "tile",
  why = "a and b change places: the product is transposed",
}
