return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[    cluster.sync(); /* every block's bins are 0 */
]],
              [[    __syncthreads();
]]}},
  fails = "sanitize", message = "bins_cluster",
  why = "others count in a block that has not emptied its bins",
}
