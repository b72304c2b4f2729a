return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"store(y, at, silu(load(x, at, in, 0.f)), in);",
              "store(y, at, silu(load(x, at, in, 0.f)), at < n + BLOCK);"}},
  fails = "correct", message = "silu_tile",
  why = "the load has the mask and the store has not: the last program writes behind y",
}
