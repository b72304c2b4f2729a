return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    float mean = warp_sum(take(v, x + (size_t)row * C, C, lane, WARP)) / C;",
              "    float mean = 0;\n" ..
              "    take(v, x + (size_t)row * C, C, lane, WARP);\n" ..
              "    for (int e = 0; e < HELD; e++)\n" ..
              "        mean += warp_sum(v[e]) / C;"}},
  fails = "profile", message = "shfl",
  why = "five shuffles for each of 32 registers, where lanes could add their own first",
}
