return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[if (m < 1 || in % m)]==],
              [==[if (m < 1)]==]}},
  fails = "correct",
  why = "18 columns in groups of four: the last group takes from the next row",
}
