return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[fminf(peak, intensity * machine[M_DRAM])]==],
              [==[intensity * machine[M_DRAM]]==]}},
  fails = "correct", message = "roof_point",
  why = "the ceiling is the slope alone",
}
