return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"left + 2 * lane, C);\n    __syncthreads();\n", "left + 2 * lane, C);\n"}},
  fails = "limits", message = "bar.sync",
  simt = {fails = "correct", message = "mismatch"},
  why = "a warp reads words of rows that other warps have not written yet",
}
