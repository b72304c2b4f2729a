return mutant {
  base = "reference", file = "occupancy.cu", backend = "cuda",
  replace = {{[[__launch_bounds__(BLOCK, 2) tile]],
              [[__launch_bounds__(BLOCK, 4) tile]]}},
  fails = "limits", message = "spill_B",
  why = "four blocks an SM: 64 registers for 64 sums and their operands",
}
