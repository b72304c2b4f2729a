return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[high = min(all.rows - group * ROWS, +ROWS);]],
              [[high = min(all.rows, +ROWS);]]}},
  fails = "correct",
  why = "the last group has fewer rows than the others",
}
