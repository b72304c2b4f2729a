return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[for (int c = threadIdx.x * N; c < C; c += THREADS * N)]==],
              [==[for (int c = threadIdx.x * N; c < C && c < THREADS * N; c += THREADS * N)]==]}},
  fails = "correct", message = "bias_gelu",
  why = "the columns beyond a block's width are left",
}
