return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[v += __shfl_xor_sync(first_bits(lanes), v, d);]=],
               [=[v += __shfl_xor_sync(first_bits(lanes), v, d, 32);]=]}},
  fails = "correct",
  why = "a width of 32 makes two groups of a wave of 64",
}
