return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[
    for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
        p = join(p, { work[2 * b], work[2 * b + 1] });]],
              [[
    if (threadIdx.x < gridDim.x)
        p = join(p, { work[2 * threadIdx.x], work[2 * threadIdx.x + 1] });]]}},
  fails = "correct", message = "258-blocks",
  why = "a thread joins one block's pair: what the blocks behind the 256th have seen is left out",
}
