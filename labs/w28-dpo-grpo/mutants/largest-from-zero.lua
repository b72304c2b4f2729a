return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[*top = x[0], *sum = 0;]==],
               [==[*top = 0, *sum = 0;]==]}},
  fails = "correct", message = "largest",
  why = "the largest begins at 0: rows that lie far below have a sum of nothing",
}
