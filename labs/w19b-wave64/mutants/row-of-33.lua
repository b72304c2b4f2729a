return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[tile[side][side + 1]]=],
               [=[tile[side][33]]=]}},
  fails = "correct",
  why = "the tile grew in one direction: its rows are as long as they were for 32 lanes",
}
