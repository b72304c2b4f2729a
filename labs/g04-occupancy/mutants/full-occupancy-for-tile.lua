return mutant {
  base = "reference", file = "occupancy.cu", backend = "cuda",
  replace = {{[[__launch_bounds__(BLOCK, 2) tile]],
              [[__launch_bounds__(BLOCK, 8) tile]]}},
  fails = "limits", message = "spill_B",
  why = "eight blocks an SM: 64 sums in 32 registers are stored and loaded in every round",
}
