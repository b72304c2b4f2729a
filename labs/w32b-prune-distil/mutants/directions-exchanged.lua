return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[all += p * (lp - lq);]==],
              [==[all += exp(lq) * (lq - lp);]==]}},
  fails = "correct",
  why = "the student has to cover, where it should choose",
}
