return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[flop > 0 ? attained / ceiling : bytes / (s * machine[M_DRAM])]==],
              [==[attained / ceiling]==]}},
  fails = "correct", message = "empty",
  why = "without FLOP the part is 0 over 0",
}
