return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[        copies_wait<STAGES - 2>();
        __syncthreads();]==],
              [==[        copies_wait<STAGES - 2>();]==]}},
  fails = "sanitize", backend = "simt",
  why = "a thread waits for its own copies and reads those of all",
}
