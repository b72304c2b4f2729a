return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"wmma::load_matrix_sync(b, B + (size_t)k * N + col, N);",
              "wmma::load_matrix_sync(b, B + (size_t)k * N + col, K);"}},
  fails = "correct", message = "wmma_direct",
  why = "the second fragment is loaded with K as its leading dimension: right for square matrices",
}
