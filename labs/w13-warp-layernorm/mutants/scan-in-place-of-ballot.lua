return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"        unsigned votes = __ballot_sync(ALL, keep);\n" ..
              "        if (keep)\n" ..
              "            out[at + rank_in(votes, lane)] = c;\n" ..
              "        at += __popc(votes);\n",
              "        int place = keep;\n" ..
              "        for (int d = 1; d < WARP; d *= 2) {\n" ..
              "            int below = __shfl_up_sync(ALL, place, d);\n" ..
              "            place += lane >= d ? below : 0;\n" ..
              "        }\n" ..
              "        if (keep)\n" ..
              "            out[at + place - 1] = c;\n" ..
              "        at += __shfl_sync(ALL, place, WARP - 1);\n"}},
  fails = "profile", message = "shfl",
  why = "counts with a scan of six shuffles where a ballot tells every lane at once",
}
