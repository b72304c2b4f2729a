return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[(-1 - pull / -expm1(a))]==],
               [==[(-1 - pull)]==]}},
  fails = "correct", message = "dchosen",
  why = "the gradient of a ratio of probabilities, not of odds",
}
