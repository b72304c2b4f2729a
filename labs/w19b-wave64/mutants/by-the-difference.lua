return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[bool keep = c < C && p[c] >= least;]=],
               [=[bool keep = c < C && p[c] - least >= 0;]=]}},
  fails = "correct",
  why = "-infinity less -infinity is no number, and is not kept",
}
