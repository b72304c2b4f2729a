return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[(off[e + 1] - begin[e] + TILE - 1) / TILE]==],
              [==[(off[e + 1] - begin[e]) / TILE]==]}},
  fails = "correct", message = "tile_list",
  why = "n / 128 tiles an expert: the rest of its rows has none",
}
