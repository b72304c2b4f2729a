return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"wmma::load_matrix_sync(a, A + (size_t)row * K + k, K);",
              "wmma::load_matrix_sync(a, A + (size_t)k * K + row, K);"}},
  fails = "correct", message = "wmma_direct",
  why = "A moves down by 16 rows each step, where it has to move along its row",
}
