return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[count[e] = (off[e + 1] - begin[e] + TILE - 1) / TILE;]==],
              [==[count[e] = max((off[e + 1] - begin[e] + TILE - 1) / TILE, 1);]==]}},
  fails = "correct", message = "tile_list",
  why = "an expert without rows gets a tile, too",
}
