return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"        float var = block_sum(squares(v, mean, C, t, THREADS), place[1]) / C;\n",
              "        for (int e = 0; e < HELD; e++)\n" ..
              "            if (t + e * THREADS < C)\n" ..
              "                y[(size_t)row * C + t + e * THREADS] = v[e] - mean;\n" ..
              "        float var = block_sum(squares(v, mean, C, t, THREADS), place[1]) / C;\n"}},
  fails = "profile", message = "g_st_sec",
  why = "y is stored before the variance is known, and again with it",
}
