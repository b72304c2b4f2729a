return mutant {
  base = "reference", file = "first.cu",
  replace = {{"    size_t stride = (size_t)gridDim.x * blockDim.x;\n" ..
              "    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)\n" ..
              "        out[i] = x[i]",
              "    size_t stride = blockDim.x * (size_t)16;\n" ..
              "    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)\n" ..
              "        out[i] = x[i]"}},
  fails = "sanitize", message = "race",
  why = "a step smaller than the grid: every element is right, and computed by many threads",
}
