return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"c < C && p[c] >= least",
              "c < C && p[c] > least"}},
  fails = "correct", message = "compact(",
  why = "a score that equals least is left out: > where >= is asked for",
}
