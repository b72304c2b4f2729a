return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[    place[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();]==],
              [==[    place[threadIdx.y][threadIdx.x] = sum;]==]}},
  fails = "correct", message = "mismatch",
  why = "the groups of rms_dg meet before all of them have written",
}
