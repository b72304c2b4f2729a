return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"            sum += a[y][k] * b[k][x];\n        __syncthreads();",
              "            sum += a[y][k] * b[k][x];"}},
  fails = "sanitize", message = "race",
  simt = {fails = "correct", message = "mismatch"},
  why = "the next turn overwrites tiles that a slower warp still reads",
}
