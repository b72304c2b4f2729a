return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"    __shared__ float s[WARP];\n    int t = threadIdx.x, T = blockDim.x, last = 0;",
              "    __shared__ float s[MAX_THREADS];\n    int t = threadIdx.x, T = blockDim.x, last = 0;"},
             {"        v += x[i];\n    v = block_sum(s, v);", "        v += x[i];\n    v = tree(s, v);"}},
  fails = "profile", message = "sh_wave",
  why = "each block's tree stands in shared memory, where shuffles need one float a warp",
}
