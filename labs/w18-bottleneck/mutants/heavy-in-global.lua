return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{"        value[t * RARE] = heavy(value[t * RARE]);",
              "        long long own = (long long)blockIdx.x * BLOCK + t * RARE;\n        if (own < n)\n" ..
              "            y[own] = heavy(value[t * RARE]);"},
             {"    if (i < n)\n        y[i] = value[t];", "    if (i < n && t % RARE)\n        y[i] = value[t];"}},
  fails = "profile", message = "g_st_sec",
  why = "a heavy result leaves from where it was computed: a sector for each lane",
}
