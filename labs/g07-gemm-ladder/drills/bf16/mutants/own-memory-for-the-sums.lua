return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"    float *way = reinterpret_cast<float *>(smem) + warp",
              "    __shared__ __align__(32) float own[THREADS / 32 * 16 * LD_C];\n    float *way = own + warp"}},
  fails = "limits", message = "smem_B", backend = "cuda",
  why = "the sums pass through an array of their own, when the turns have long been used",
}
