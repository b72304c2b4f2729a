return mutant {
  base = "reference", file = "first.cu",
  replace = {{"    int j = blockIdx.x * blockDim.x + threadIdx.x;\n" ..
              "    int i = blockIdx.y * blockDim.y + threadIdx.y;\n    if (i",
              "    int j = blockIdx.x * blockDim.x + threadIdx.y;\n" ..
              "    int i = blockIdx.y * blockDim.y + threadIdx.x;\n    if (i"}},
  fails = "profile", message = "g_ld_spr",
  why = "threadIdx.x runs down the rows: the lanes' loads and stores are a whole row apart",
}
