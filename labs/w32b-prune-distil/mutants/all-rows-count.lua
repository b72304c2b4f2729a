return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[n += counts[r] != 0;]==],
              [==[n += 1;]==]}},
  fails = "correct",
  why = "a mean over rows that do not count, too",
}
