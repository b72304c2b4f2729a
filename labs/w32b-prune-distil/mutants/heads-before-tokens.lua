return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[score[i % H] += sqrt(sum);]==],
              [==[score[i / tokens] += sqrt(sum);]==]}},
  fails = "correct",
  why = "att is [tokens][heads], not the other way round",
}
