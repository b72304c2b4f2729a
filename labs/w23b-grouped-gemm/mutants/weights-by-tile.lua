return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[W + (size_t)tile.x * ff * d]==],
              [==[W + (size_t)min((int)blockIdx.y, tile.x) * ff * d]==]}},
  fails = "correct", message = "grouped_gemm",
  why = "the tile's number is taken for the expert's",
}
