return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[atomicAdd(count, __popcll(votes))]=],
               [=[atomicAdd(count, __popc(votes))]=]}},
  fails = "correct", message = "count",
  why = "the wave reserves places for its lower half alone",
}
