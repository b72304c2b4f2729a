return mutant {
  base = "reference", file = "first.cu",
  replace = {{"(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x",
              "(threadIdx.x * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z"}},
  fails = "correct", message = "mismatch",
  why = "the rank in the block taken as C's last index first: in a block x runs fastest",
}
