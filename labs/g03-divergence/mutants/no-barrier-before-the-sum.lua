return mutant {
  base = "reference", file = "lanes.cu", backend = "simt",
  replace = {{"    atomicAdd(&place[mine], 1);\n    __syncthreads();\n", "    atomicAdd(&place[mine], 1);\n"}},
  fails = "correct", message = "walk",
  why = "warp 0 sums up counts that other warps have not finished",
}
