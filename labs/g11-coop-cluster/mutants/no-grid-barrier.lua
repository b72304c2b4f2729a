return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[        work[blockIdx.x] = most;
    cg::this_grid().sync();
]],
              [[        work[blockIdx.x] = most;
]]}},
  fails = "sanitize", message = "center_grid",
  why = "the words of other blocks are read at once",
}
