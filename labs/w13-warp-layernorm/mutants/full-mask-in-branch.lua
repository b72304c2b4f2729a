return mutant {
  base = "reference", file = "warp.cu", backend = "simt",
  replace = {{"    int i = blockIdx.x * THREADS + threadIdx.x;\n" ..
              "    float s = warp_sum(i < n ? x[i] : 0);\n" ..
              "    float t = warp_max(i < n ? x[i] : -INFINITY);\n" ..
              "    if (i < n) {\n",
              "    int i = blockIdx.x * THREADS + threadIdx.x;\n" ..
              "    if (i < n) {\n" ..
              "        float s = warp_sum(x[i]);\n" ..
              "        float t = warp_max(x[i]);\n"}},
  fails = "correct",
  why = "the shuffles stand in the branch of those who have an element, and name all lanes: the last warp misses some",
}
