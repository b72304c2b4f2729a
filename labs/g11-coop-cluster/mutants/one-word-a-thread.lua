return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[
    for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
        most = fmaxf(most, work[b]);]],
              [[
    if (threadIdx.x < gridDim.x)
        most = fmaxf(most, work[threadIdx.x]);]]}},
  fails = "correct", message = "258-blocks",
  why = "a thread takes one block's word: what the blocks behind the 256th have seen is left out",
}
