return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[int waves = (blockDim.x + wave_size() - 1) / wave_size(), lane]=],
               [=[int waves = blockDim.x / wave_size() ? blockDim.x / wave_size() : 1, lane]=]}},
  fails = "correct",
  why = "a block of 96 threads has one wave and a half, which is two",
}
