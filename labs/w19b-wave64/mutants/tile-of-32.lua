return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[constexpr int side = wave_size();]=],
               [=[constexpr int side = 32;]=]}},
  fails = "correct",
  why = "the grid is sized by the wave and the tile is not",
}
