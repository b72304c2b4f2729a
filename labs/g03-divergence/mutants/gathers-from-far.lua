return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    unsigned v = value[who];",
              "    long long from = (long long)blockIdx.x * TILE + who;\n    unsigned v = from < n ? x[from] : 0;"},
             {"    value[t] = i < n ? x[i] : 0;\n", ""}},
  fails = "profile", message = "g_ld_sec",
  why = "lanes of a sorted warp load their elements from all over the tile",
}
