return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"* C + x];\n    __syncthreads();\n", "* C + x];\n"}},
  fails = "compile", message = "bar.sync",
  simt = {fails = "sanitize", message = "race"},
  why = "a warp reads rows of the tile that other warps have not written yet",
}
