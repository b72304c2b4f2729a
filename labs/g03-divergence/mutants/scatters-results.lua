return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    value[who] = v; /* no other thread reads or writes this place until the barrier */\n" ..
              "    __syncthreads();\n    if (i < n)\n        y[i] = value[t];",
              "    long long to = (long long)blockIdx.x * TILE + who;\n    if (to < n)\n        y[to] = v;"}},
  fails = "profile", message = "g_st_sec",
  why = "results go straight to where they belong, one sector for each",
}
