return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[all += p * (lp - lq);]==],
              [==[all += p * (log(p) - log(exp(lq)));]==]}},
  fails = "correct",
  why = "a probability that has become 0 has no logarithm",
}
