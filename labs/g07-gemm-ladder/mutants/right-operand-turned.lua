return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"16, 16, 16, bf16, wmma::row_major> frag_right", "16, 16, 16, bf16, wmma::col_major> frag_right"}},
  fails = "correct", message = "mismatch",
  why = "the tile of B is read as if its columns were stored one after the other",
}
