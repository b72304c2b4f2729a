return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    for (int k = 0; k < WARP && first + k < R; k++) {\n" ..
              "        float bar = __shfl_sync(ALL, mine, k);\n" ..
              "        int at = search(x + (long long)(first + k) * C, bar, C);\n" ..
              "        found = lane == k ? at : found;\n    }\n",
              "    (void)lane, (void)first;\n    found = 0;\n" ..
              "    while (row < R && found < C && !(x[(long long)row * C + found] > mine))\n        found++;\n"}},
  fails = "profile", message = "act_thr",
  why = "each lane searches a row alone: the warp waits for the last, and lanes load a row apart",
}
