return mutant {
  base = "reference", file = "occupancy.cu", backend = "cuda",
  replace = {{[[__launch_bounds__(BLOCK, 2) fan]],
              [[__launch_bounds__(BLOCK, 8) fan]]}},
  fails = "limits", message = "spill_B",
  why = "eight blocks an SM: 32 values do not fit in 32 registers beside everything else",
}
