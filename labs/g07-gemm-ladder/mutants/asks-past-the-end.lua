return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"        if (ahead < K)\n            copy_turn", "        copy_turn"}},
  fails = "profile", message = "cpa_B", backend = "simt",
  why = "after the last turn two more are copied, of zeros",
}
