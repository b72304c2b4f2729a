return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[[((chunk ^ row % 8) << 4)]],
              [[(chunk << 4)]]}},
  fails = "correct",
  why = "the sums lie row by row where the map of D has a swizzle",
}
