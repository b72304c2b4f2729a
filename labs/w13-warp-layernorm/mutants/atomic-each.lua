return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    if (lane == 0)\n" ..
              "        at = atomicAdd(count, __popc(votes));\n" ..
              "    at = __shfl_sync(ALL, at, 0);\n" ..
              "    if (keep)\n" ..
              "        out[at + rank_in(votes, lane)] = i;",
              "    int first = __ffs(votes) - 1;\n" ..
              "    if (keep)\n" ..
              "        at = atomicAdd(count, lane == first ? __popc(votes) : 0);\n" ..
              "    at = __shfl_sync(ALL, at, first);\n" ..
              "    if (keep)\n" ..
              "        out[at + rank_in(votes, lane)] = i;"}},
  fails = "profile", message = "atom",
  why = "every lane that keeps its element queues at the counter",
}
