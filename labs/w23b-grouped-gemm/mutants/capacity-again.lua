return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[count[e] = (off[e + 1] - begin[e] + TILE - 1) / TILE;]==],
              [==[count[e] = (min(off[e + 1] - begin[e], (off[E] * 5 / 4 + E - 1) / E) + TILE - 1) / TILE;]==]}},
  fails = "correct", message = "tile_list",
  why = "an expert keeps 1.25 times the mean, in whole tiles, and the rest of its rows is dropped",
}
