return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[    if (lane == leader)
        at = atomicAdd(count, __popcll(votes));]=],
               [=[    if (keep)
        at = atomicAdd(count, lane == leader ? __popcll(votes) : 0);]=]}},
  fails = "profile", message = "atom",
  why = "every lane that keeps its element queues at the counter",
}
