return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[    __syncthreads();
]=],
               [=[    __syncwarp();
]=]}},
  fails = "correct",
  why = "one wave reads what another writes, and nothing parts the two walks",
}
