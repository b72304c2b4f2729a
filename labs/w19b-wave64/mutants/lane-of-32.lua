return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[int row = blockIdx.x * waves + threadIdx.x / wave_size(), lanes = lanes_here(), at = 0;]=],
               [=[int row = blockIdx.x * waves + threadIdx.x / wave_size(), lanes = lanes_here(), at = 0;
    lane &= 31;]=]}},
  fails = "correct",
  why = "the lane number is taken modulo 32",
}
