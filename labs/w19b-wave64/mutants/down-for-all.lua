return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[v += __shfl_xor_sync(first_bits(lanes), v, d);]=],
               [=[v += __shfl_down_sync(first_bits(lanes), v, d);]=]}},
  fails = "correct", message = "sum",
  why = "steps down leave the sum in the first lane alone",
}
