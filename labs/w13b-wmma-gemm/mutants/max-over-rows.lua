return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"__shfl_xor_sync(0xffffffff, m, 1)",
              "__shfl_xor_sync(0xffffffff, m, 4)"},
             {"__shfl_xor_sync(0xffffffff, m, 2)",
              "__shfl_xor_sync(0xffffffff, m, 8)"}},
  fails = "correct", message = "top",
  why = "the maximum is taken over lanes that hold other rows",
}
