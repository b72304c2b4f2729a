return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;", "size_t i = threadIdx.x;"}},
  fails = "correct", message = "never written",
  why = "every block begins at element 0: most of the vector belongs to nobody",
}
