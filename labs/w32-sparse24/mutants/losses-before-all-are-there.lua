return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[    __syncthreads();
    if (threadIdx.x >= 16)]==],
              [==[    if (threadIdx.x >= 16)]==]}},
  fails = "sanitize", backend = "simt",
  why = "sixteen threads add what other warps have not written",
}
