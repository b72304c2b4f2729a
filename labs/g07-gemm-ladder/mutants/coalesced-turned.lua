return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"    int r = blockIdx.y * SIDE + threadIdx.y, c = blockIdx.x * SIDE + threadIdx.x;\n    if (r >= M",
              "    int r = blockIdx.y * SIDE + threadIdx.x, c = blockIdx.x * SIDE + threadIdx.y;\n    if (r >= M"}},
  fails = "profile", message = "g_ld_spr",
  why = "lanes down a column of C, as in gemm_naive: 32 sectors for each load of A",
}
