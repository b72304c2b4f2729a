return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"i < n ? x[i] : -INFINITY",
              "i < n ? x[i] : 0"}},
  fails = "correct", message = "top",
  why = "lanes without an element bring 0 to the maximum, which is more than a warp of negative numbers has",
}
