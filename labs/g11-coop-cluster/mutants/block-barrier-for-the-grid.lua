return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[        work[2 * blockIdx.x] = p.most, work[2 * blockIdx.x + 1] = p.sum;
    cg::this_grid().sync();
]],
              [[        work[2 * blockIdx.x] = p.most, work[2 * blockIdx.x + 1] = p.sum;
    __syncthreads();
]]}},
  fails = "sanitize", message = "softmax_grid",
  why = "__syncthreads() where all blocks have to meet: others' words may not be there",
}
