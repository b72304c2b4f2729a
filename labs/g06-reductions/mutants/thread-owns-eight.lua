return mutant {
  base = "reference", file = "reduce.cu",
  replace = {{"first = tile * TILE + warp * WARP * ROWS + lane;",
              "first = tile * TILE + warp * WARP * ROWS + lane * ROWS;"},
             {"        long long i = first + k * WARP;\n        v[k] = i < n ? x[i] : 0;",
              "        long long i = first + k;\n        v[k] = i < n ? x[i] : 0;"},
             {"    for (int k = 0; k < ROWS; k++) {\n        v[k] = warp_scan(v[k]) + mine;\n" ..
              "        mine = __shfl_sync(ALL, v[k], WARP - 1);\n    }",
              "    for (int k = 1; k < ROWS; k++)\n        v[k] += v[k - 1];\n" ..
              "    int upto = warp_scan(v[ROWS - 1]), left = upto - v[ROWS - 1];\n" ..
              "    for (int k = 0; k < ROWS; k++)\n        v[k] += left;\n" ..
              "    mine = __shfl_sync(ALL, upto, WARP - 1);"},
             {"        long long i = first + k * WARP;\n        if (i < n)\n            y[i]",
              "        long long i = first + k;\n        if (i < n)\n            y[i]"}},
  fails = "profile", message = "g_ld_sec",
  why = "eight neighbours a thread, one at a time: fewer shuffles, eight times the sectors",
}
