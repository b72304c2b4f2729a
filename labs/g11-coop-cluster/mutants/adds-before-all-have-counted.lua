return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[    cluster.sync(); /* every block has counted */
]],
              [[    __syncthreads();
]]}},
  fails = "sanitize", message = "bins_cluster",
  why = "a block adds its bins while others still count in them",
}
