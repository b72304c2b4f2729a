return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"            atomicExch(&tiles[tile], word(PREFIX, base + total));",
              "            atomicExch(&tiles[tile], word(PREFIX, total));"}},
  fails = "correct", message = "mismatch",
  why = "a tile's own sum under the flag of a prefix: right up to the second tile",
}
