return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[        sum += tile[t][c];]==],
              [==[        sum += x[(long long)(first + t) * WIDTH + c];]==]}},
  fails = "profile", message = "g_ld_sec",
  why = "each thread loads its own row: no conflicts, and no coalescing",
}
