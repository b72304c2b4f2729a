return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"    finish(y + (size_t)row * C, v, g, b, mean, rsqrtf(var + eps), C, lane, WARP);",
              "    finish(y + (size_t)row * C, v, g, b, mean, 1 / (sqrtf(var) + eps), C, lane, WARP);"}},
  fails = "correct", message = "y[",
  why = "eps is added to the root and not to what stands under it",
}
