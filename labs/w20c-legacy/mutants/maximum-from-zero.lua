return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[top = -INFINITY, sum = 0;]==],
              [==[top = 0, sum = 0;]==]}},
  fails = "correct", message = "far-below",
  why = "the maximum starts at 0: rows near -1,000 have a sum of 0",
}
