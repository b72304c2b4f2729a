return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[return {pair[0] | pair[1] << 16, nibble, lost};]==],
              [==[return {pair[0] | pair[1] << 16, (nibble & 3) << 2 | nibble >> 2, lost};]==]}},
  fails = "correct",
  why = "the place of the second stands in the low bits",
}
