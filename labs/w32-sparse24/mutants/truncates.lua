return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[= __float2half(d[high][j][e]);]==],
              [==[= __float2half_rz(d[high][j][e]);]==]}},
  fails = "correct",
  why = "results are cut, not rounded",
}
