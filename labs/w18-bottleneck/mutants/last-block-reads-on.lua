return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[k < 3 * BLOCK && first + k < end]==],
              [==[k < 3 * BLOCK]==]}},
  fails = "sanitize", message = "out-of-bounds",
  why = "the last block loads 256 points, whether they are there or not",
}
