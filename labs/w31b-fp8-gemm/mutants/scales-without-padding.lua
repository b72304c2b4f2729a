return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[sA[(size_t)blockIdx.x * M4 + first + lane] = mine;]],
              [[sA[(size_t)blockIdx.x * M + first + lane] = mine;]]}},
  fails = "correct",
  why = "rows of sA have M4 floats",
}
