return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"r < M && k0 + x < K ? A", "r < M ? A"}, {"k0 + y < K && c < N ? B", "c < N ? B"}},
  fails = "correct", message = "gemm_tiled",
  why = "past the end of a row of A the next one begins, and past the last nothing does",
}
