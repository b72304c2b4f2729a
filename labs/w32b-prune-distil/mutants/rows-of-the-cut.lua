return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[(r ? r[i] : i) * cols]==],
              [==[(r ? r[i] : i) * nc]==]}},
  fails = "correct",
  why = "rows are as long as before, not as long as the cut",
}
