return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[bool keep = c < C && p[c] >= least;]=],
               [=[bool keep = c < C && p[c] > least;]=]}},
  fails = "correct",
  why = "a score that equals least is kept",
}
