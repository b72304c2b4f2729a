return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[(r ? r[i] : i) * cols]==],
              [==[i * cols]==]}},
  fails = "correct",
  why = "the first rows in place of those of the list",
}
