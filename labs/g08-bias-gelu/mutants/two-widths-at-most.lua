return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[for (int c = threadIdx.x * N; c < C; c += THREADS * N)]==],
              [==[for (int c = threadIdx.x * N; c < C && c < 2 * THREADS * WIDE; c += THREADS * N)]==]}},
  fails = "correct", message = "C=4104",
  why = "no row longer than the 4,096 columns of the timed case",
}
