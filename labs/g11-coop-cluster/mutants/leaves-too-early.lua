return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[    cluster.sync(); /* nobody leaves before it has been read */
]],
              [[]]}},
  fails = "sanitize", message = "sum_cluster",
  why = "blocks end while their memory is still being read",
}
