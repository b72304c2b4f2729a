return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[at = k / (RARE - 1) * RARE + k % (RARE - 1) + 1;]==],
              [==[at = k + BLOCK / RARE;]==]}},
  fails = "correct", message = "mixed(",
  why = "a block of 255 light elements and one heavy",
}
