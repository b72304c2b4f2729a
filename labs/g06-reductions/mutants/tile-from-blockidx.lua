return mutant {
  base = "reference", file = "reduce.cu", backend = "simt",
  replace = {{"        drawn = (long long)atomicAdd(&state[0], 1ull);", "        drawn = blockIdx.x;"}},
  fails = "correct", message = "blocks start in any order",
  why = "a block waits for the tile of a block that can start only when it has ended",
}
