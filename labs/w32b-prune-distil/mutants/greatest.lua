return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[below += score[j] < score[i] ||]==],
              [==[below += score[j] > score[i] ||]==]}},
  fails = "correct",
  why = "what matters most goes",
}
