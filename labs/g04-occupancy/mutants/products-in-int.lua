return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[over(v->warps * v->bytes, RATE)]],
              [[over((int)v->warps * (int)v->bytes, RATE)]]}},
  fails = "correct", message = "spent",
  why = "amounts are multiplied as int: large grids overflow",
}
