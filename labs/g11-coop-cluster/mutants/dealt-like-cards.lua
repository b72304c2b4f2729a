return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[cluster.map_shared_rank(count, x[i] / SHARE) + x[i] % SHARE, 1)]],
              [[cluster.map_shared_rank(count, x[i] % CLUSTER) + x[i] / CLUSTER, 1)]]}},
  fails = "correct", message = "bins_cluster",
  why = "bins go to blocks by their remainder, and are added as if by their quotient",
}
