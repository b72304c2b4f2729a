return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"    __syncthreads();\n    if (x >= W || y >= H)", "    if (x >= W || y >= H)"}},
  fails = "limits", message = "bar.sync",
  simt = {fails = "correct", message = "mismatch"},
  why = "pixels of the tile are read before other warps have written them",
}
