return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    float var = warp_sum(squares(v, mean, C, lane, WARP)) / C;",
              "    float var = warp_sum(squares(v, 0, C, lane, WARP)) / C - mean * mean;"}},
  fails = "correct", message = "y[",
  why = "E[x^2] - E[x]^2 in one walk: at values near 10,000 nothing of the variance is left",
}
