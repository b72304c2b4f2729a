return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"    __shared__ float s[MAX_THREADS];\n" ..
              "    long long i = (long long)blockIdx.x * 2 * blockDim.x + threadIdx.x, j = i + blockDim.x;\n" ..
              "    float sum = tree(s, (i < n ? x[i] : 0) + (j < n ? x[j] : 0));",
              "    __shared__ float s[MAX_THREADS], all[2 * MAX_THREADS];\n" ..
              "    long long i = (long long)blockIdx.x * 2 * blockDim.x + threadIdx.x, j = i + blockDim.x;\n" ..
              "    all[threadIdx.x] = i < n ? x[i] : 0;\n    all[threadIdx.x + blockDim.x] = j < n ? x[j] : 0;\n" ..
              "    __syncthreads();\n    float sum = tree(s, all[threadIdx.x] + all[threadIdx.x + blockDim.x]);"}},
  fails = "profile", message = "sh_wave",
  why = "both elements travel through shared memory before they are added",
}
