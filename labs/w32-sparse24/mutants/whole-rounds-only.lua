return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[for (int k = warp; k < wide; k += WARPS) {]==],
              [==[for (int k = warp; k < wide / WARPS * WARPS; k += WARPS) {]==]}},
  fails = "correct",
  why = "columns beyond a multiple of 512 belong to nobody",
}
