return mutant {
  base = "reference", file = "first.cu",
  replace = {{"size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)\n        out[i] = x[i]",
              "size_t i = threadIdx.x; i < n; i += stride)\n        out[i] = x[i]"}},
  fails = "correct", message = "never written",
  why = "every block begins at element 0: what the other blocks should do belongs to nobody",
}
