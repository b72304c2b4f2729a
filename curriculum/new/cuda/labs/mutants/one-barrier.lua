return mutant {
  base = "reference", file = "rmsnorm.cu", fails = "correct",
  backend = "simt", -- a GPU may get away with it
  replace = {{[[            part[t] += part[t + half];
        __syncthreads();]], [[            part[t] += part[t + half];]]}},
  why = "no barrier inside the halving: a thread adds a sum that is not there yet",
}
