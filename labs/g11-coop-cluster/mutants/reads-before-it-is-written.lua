return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[    cluster.sync(); /* every block's sum is there */
]],
              [[    __syncthreads();
]]}},
  fails = "sanitize", message = "sum_cluster",
  why = "a neighbour's sum is read before the cluster has met",
}
