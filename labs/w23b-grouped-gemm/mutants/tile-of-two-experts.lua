return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[make_int2(e, begin[e] + (i - first[e]) * TILE)]==],
              [==[make_int2(e, i * TILE)]==]}},
  fails = "correct", message = "tile_list",
  why = "tiles are laid over all rows, whosever they are",
}
