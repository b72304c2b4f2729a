return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[for (int d = lanes / 2; d; d /= 2)]=],
               [=[for (int d = wave_size() / 2; d; d /= 2)]=]}},
  fails = "correct",
  why = "the last wave of a block has half of its lanes, and reads partners that do not exist",
}
