return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    int lane = threadIdx.x % WARP;\n    for (int c = 0; c < C; c += WARP) {",
              "    int lane = threadIdx.x % WARP, at = C;\n    for (int c = 0; c < C; c += WARP) {"},
             {"        if (hits)\n            return c + __ffs(hits) - 1;\n    }\n    return C;",
              "        if (hits && at == C)\n            at = c + __ffs(hits) - 1;\n    }\n    return at;"}},
  fails = "profile", message = "g_ld_sec",
  why = "remembers the first hit and reads the row to its end",
}
