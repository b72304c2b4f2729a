return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"        max = -INFINITY;\n        sum = 0;", "        max = -10000;\n        sum = 0;"}},
  fails = "correct", message = "mismatch",
  why = "the maximum starts at a number that seems small enough, until all scores lie below it",
}
