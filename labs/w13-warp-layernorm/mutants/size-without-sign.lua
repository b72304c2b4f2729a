return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"c < C && p[c] >= least",
              "c < C && fabsf(p[c]) >= least"}},
  fails = "correct", message = "compact(",
  why = "compares the size of a score: one far below zero is kept",
}
