return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[work->W = W + (size_t)tile.x * ff * d;]==],
              [==[work->W = W;]==]}},
  fails = "correct", message = "grouped_gemm",
  why = "every tile takes the weights of expert 0",
}
