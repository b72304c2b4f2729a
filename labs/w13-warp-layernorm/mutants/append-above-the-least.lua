return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"i < n && v[i] >= least",
              "i < n && v[i] > least"}},
  fails = "correct", message = "append(",
  why = "an element that equals least is left out: > where >= is asked for",
}
