return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"        if (k0 + AK < K)\n            copy_turn", "        copy_turn"}},
  fails = "profile", message = "cpa_B", backend = "simt",
  why = "after the last turn another one is copied, of zeros",
}
