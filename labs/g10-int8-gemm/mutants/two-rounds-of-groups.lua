return mutant {
  base = "reference", file = "int8.cu",
  replace = {{[[    for (int k0 = warp * GROUP; k0 < K;) {]],
              [[    for (int k0 = warp * GROUP; k0 < K && k0 < 2 * WARPS * GROUP;) {]]}},
  fails = "correct", message = "gemv_w4",
  why = "a warp takes two groups at most: enough for K = 2,048 and for no longer row",
}
