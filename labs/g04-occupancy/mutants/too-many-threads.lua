return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[k.threads > MAX_THREADS ? 0 : m->warps / n.warps]],
              [[m->warps / n.warps]]}},
  fails = "correct", message = "BY_WARPS",
  why = "2,000 threads are taken for a block that fits",
}
