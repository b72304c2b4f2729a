return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[    __syncthreads();
    for (int w = 0]==],
              [==[    for (int w = 0]==]}},
  fails = "correct", message = "mismatch",
  why = "a warp adds up what the other warps have not written yet",
}
