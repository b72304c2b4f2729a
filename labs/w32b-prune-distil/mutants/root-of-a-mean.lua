return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[norm[c + k] = (float)sqrt(sum[k]);]==],
              [==[norm[c + k] = (float)sqrt(sum[k] / (double)tokens);]==]}},
  fails = "correct",
  why = "divided by the tokens, which may be none",
}
