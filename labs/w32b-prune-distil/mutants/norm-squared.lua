return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[norm[c + k] = (float)sqrt(sum[k]);]==],
              [==[norm[c + k] = (float)sum[k];]==]}},
  fails = "correct",
  why = "the sum of squares is no length",
}
