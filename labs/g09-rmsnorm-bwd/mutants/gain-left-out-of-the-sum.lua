return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[dot += w[e] * v[e];]==],
              [==[dot += d[e] * v[e];]==]}},
  fails = "correct", message = "slope",
  why = "the row sum is of dy·x, without g: right while all gains are 1",
}
