return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"long long i = (long long)blockIdx.x * 2 * blockDim.x + threadIdx.x, j = i + blockDim.x;",
              "long long i = 2 * ((long long)blockIdx.x * blockDim.x + threadIdx.x), j = i + 1;"}},
  fails = "profile", message = "g_ld_eff",
  why = "each thread adds two neighbours: lanes are two floats apart, half of each request is thrown away",
}
