return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[            all += *cluster.map_shared_rank(&mine, r);]],
              [[            all += mine + 0 * r;]]}},
  fails = "correct", message = "sum_cluster",
  why = "reads its own variable eight times",
}
