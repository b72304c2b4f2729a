return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[        work[blockIdx.x] = most;
    cg::this_grid().sync();
]],
              [[        work[blockIdx.x] = most;
    if ((long long)blockIdx.x * THREADS < n)
        cg::this_grid().sync();
]]}},
  fails = "correct", message = "center_grid",
  why = "blocks without elements do not come to the barrier",
}
