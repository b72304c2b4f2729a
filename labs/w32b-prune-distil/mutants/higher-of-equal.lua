return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[(score[j] == score[i] && j < i);
        if (below]==],
              [==[(score[j] == score[i] && j > i);
        if (below]==]}},
  fails = "correct",
  why = "of equal scores the higher index",
}
