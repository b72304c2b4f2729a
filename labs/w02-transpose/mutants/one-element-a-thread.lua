return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)\n        c[i]",
              "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n    (void)stride;\n    if (i < n)\n" ..
              "        c[i]"}},
  fails = "correct", message = "never written",
  why = "without the loop a grid smaller than n leaves the tail undone",
}
