return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    if (lane == 0)\n" ..
              "        count[row] = at;",
              "    for (int c = at + lane; c < C; c += WARP)\n" ..
              "        out[c] = -1;\n" ..
              "    if (lane == 0)\n" ..
              "        count[row] = at;"}},
  fails = "correct", message = "compact(",
  why = "fills the rest of the row with -1, which was to stay as it is",
}
