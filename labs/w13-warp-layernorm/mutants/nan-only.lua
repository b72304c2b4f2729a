return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"mine |= !isfinite(x[i]);",
              "mine |= x[i] != x[i];"}},
  fails = "correct", message = "bad",
  why = "x != x finds a NaN and lets infinities pass",
}
