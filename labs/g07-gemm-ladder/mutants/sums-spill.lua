return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"__launch_bounds__(BIG_THREADS, 2)", "__launch_bounds__(BIG_THREADS, 4)"}},
  fails = "limits", message = "spill_B", backend = "cuda",
  why = "four blocks an SM leave 64 registers a thread: as many as there are sums, and they spill",
}
