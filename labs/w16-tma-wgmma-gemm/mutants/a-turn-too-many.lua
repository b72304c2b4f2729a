return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[[int row = blockIdx.y * 128, col = blockIdx.x * 128, turns = (K + BOX - 1) / BOX, t = threadIdx.x;]],
              [[int row = blockIdx.y * 128, col = blockIdx.x * 128, turns = K / BOX + 1, t = threadIdx.x;]]}},
  fails = "profile",
  why = "where K is a multiple of 64 multiplies a turn of zeros",
}
