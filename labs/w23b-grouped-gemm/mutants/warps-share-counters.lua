return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[int *mine = next[threadIdx.x / 32];]==],
              [==[int *mine = next[0];]==]}},
  backend = "simt",  fails = "sanitize", message = "race",
  why = "all warps count in the same counters",
}
