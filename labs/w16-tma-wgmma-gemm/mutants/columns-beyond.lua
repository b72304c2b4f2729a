return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[[if (r < M && c < N)]],
              [[if (r < M)]]}},
  fails = "correct",
  why = "stores columns that D does not have: they are the beginning of the next row",
}
