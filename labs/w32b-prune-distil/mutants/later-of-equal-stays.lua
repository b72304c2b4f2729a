return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[(score[j] == score[k] && j < k)]==],
              [==[(score[j] == score[k] && j > k)]==]}},
  fails = "correct",
  why = "of equal scores the later stays",
}
