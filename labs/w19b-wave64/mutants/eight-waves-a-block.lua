return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[int row = blockIdx.x * waves + threadIdx.x / wave_size(), lanes]=],
               [=[int row = blockIdx.x * waves + threadIdx.x / wave_size() % 8, lanes]=]}},
  fails = "correct",
  why = "a block has as many waves as 256 threads make, and those beyond do the rows of others",
}
