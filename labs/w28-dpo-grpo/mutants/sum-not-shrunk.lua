return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[lanes up = s->sum * e + 1,]==],
               [==[lanes up = s->sum + 1,]==]}},
  fails = "correct", message = "largest",
  why = "a new largest logit leaves the sum as it was",
}
