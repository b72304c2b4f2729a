return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[tile[side][side + 1]]=],
               [=[tile[side][side]]=]}},
  fails = "profile", message = "conf",
  why = "a column of the tile lies in one bank",
}
