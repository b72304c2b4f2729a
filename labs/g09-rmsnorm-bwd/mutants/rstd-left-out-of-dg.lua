return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[sums[e] += d[e] * v[e] * r;]==],
              [==[sums[e] += d[e] * v[e];]==]}},
  fails = "correct", message = "part",
  why = "dg is the sum of dy·x, not of dy times the normalised x",
}
