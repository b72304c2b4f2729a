return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"    __syncthreads();\n", ""}},
  fails = "compile", message = "bar.sync",
  why = "a warp reads rows of the tile that other warps have not written yet",
}
