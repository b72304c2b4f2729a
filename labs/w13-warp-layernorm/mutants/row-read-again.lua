return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    float var = block_sum(squares(v, mean, C, t, THREADS), place[1]) / C;\n",
              "    float var = block_sum(squares(v, mean, C, t, THREADS), place[1]) / C;\n" ..
              "    take(v, x + (size_t)row * C, C, t, THREADS);\n"}},
  fails = "profile", message = "g_ld_sec",
  why = "the row is in registers, and y is computed from memory all the same",
}
