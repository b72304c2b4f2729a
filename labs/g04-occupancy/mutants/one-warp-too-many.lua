return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[    n.warps = (k.threads + WARP - 1) / WARP;]],
              [[    n.warps = k.threads / WARP + 1;]]}},
  fails = "correct", message = "warps",
  why = "threads over 32, plus one: a full last warp counts twice",
}
