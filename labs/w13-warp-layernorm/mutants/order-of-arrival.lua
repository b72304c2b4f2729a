return mutant {
  base = "reference", file = "warp.cu", backend = "simt",
  replace = {{"    if (lane == 0)\n" ..
              "        at = atomicAdd(count, __popc(votes));\n" ..
              "    at = __shfl_sync(ALL, at, 0);\n" ..
              "    if (keep)\n" ..
              "        out[at + rank_in(votes, lane)] = i;",
              "    if (keep)\n" ..
              "        out[atomicAdd(count, 1)] = i;"}},
  fails = "correct",
  why = "each lane draws its own place: nothing is lost, but what a warp keeps need not lie in rising order",
}
