return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[sA[(size_t)blockIdx.x * M4 + first + lane] = mine;]],
              [[sA[(size_t)(first + lane) * (K / BLOCK) + blockIdx.x] = mine;]]}},
  fails = "correct",
  why = "a row of scales a row of X, where they are to lie beside those of other rows",
}
