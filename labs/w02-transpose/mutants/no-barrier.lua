return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"* C + x];\n    __syncthreads();\n", "* C + x];\n"}},
  fails = "limits", message = "bar.sync",
  simt = {fails = "correct", message = "mismatch"},
  why = "a warp reads rows of the tile that other warps have not written yet",
}
