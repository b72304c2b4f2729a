return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    for (int c = 0; c < C; c += WARP) {\n" ..
              "        unsigned hits = __ballot_sync(ALL, c + lane < C && row[c + lane] > bar);\n" ..
              "        if (hits)\n" ..
              "            return c + __ffs(hits) - 1;\n" ..
              "    }\n" ..
              "    return C;\n",
              "    int at = C;\n" ..
              "    for (int c = 0; c < C && at == C; c += 3 * WARP)\n" ..
              "        for (int k = c + 2 * WARP; k >= c; k -= WARP) {\n" ..
              "            unsigned hits = __ballot_sync(ALL, k + lane < C && row[k + lane] > bar);\n" ..
              "            at = hits ? k + __ffs(hits) - 1 : at;\n" ..
              "        }\n" ..
              "    return at;\n"}},
  fails = "profile", message = "g_ld_sec",
  why = "reads 96 columns before it asks whether the first 32 had the answer",
}
