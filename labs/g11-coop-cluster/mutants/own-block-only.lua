return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[        most = fmaxf(most, work[b]);]],
              [[        most = fmaxf(most, b == blockIdx.x ? work[b] : -INFINITY);]]}},
  fails = "correct", message = "center_grid",
  why = "each block takes its own largest for that of the row",
}
