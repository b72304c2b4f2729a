return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[for (int tile = warp; tile < K / 64; tile += WARPS) {]==],
              [==[for (int tile = warp; tile < K / 64 && tile < 64; tile += WARPS) {]==]}},
  fails = "correct",
  why = "compression ends at column 4,096",
}
