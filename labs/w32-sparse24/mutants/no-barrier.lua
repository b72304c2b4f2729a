return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[    __syncthreads();
    int row = threadIdx.x % ROWS,]==],
              [==[    int row = threadIdx.x % ROWS,]==]}},
  fails = "sanitize", backend = "simt",
  why = "shares are added before all warps have written theirs",
}
