return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[score[i % H] += sqrt(sum);]==],
              [==[score[i % H] += sum;]==]}},
  fails = "correct",
  why = "one loud token counts as much as all others",
}
