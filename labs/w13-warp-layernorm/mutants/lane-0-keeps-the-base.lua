return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    at = __shfl_sync(ALL, at, 0);\n" ..
              "    if (keep)\n" ..
              "        out[at + rank_in(votes, lane)] = i;",
              "    if (keep)\n" ..
              "        out[at + rank_in(votes, lane)] = i;"}},
  fails = "correct", message = "append",
  why = "lane 0 reserves the places and does not tell the others where they begin",
}
