return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"        add_turn(sum, now, y, x);\n        __syncthreads();", "        add_turn(sum, now, y, x);"}},
  fails = "sanitize", message = "async-hazard",
  why = "copies of the turn after next land in tiles that a slower warp still reads",
}
