return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        reinterpret_cast<int2 *>(tiles)[i] = tile;]==],
              [==[        if (tile.x >= 0)
            reinterpret_cast<int2 *>(tiles)[i] = tile;]==]}},
  fails = "correct", message = "tile_list",
  why = "entries behind the last tile keep what was there",
}
