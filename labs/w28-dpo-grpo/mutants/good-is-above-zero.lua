return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[double sign = good[i] ? 1 : -1, weight = good[i] ?]==],
               [==[double sign = good[i] > 0 ? 1 : -1, weight = good[i] > 0 ?]==]}},
  fails = "correct", message = "the loss is",
  why = "a thumb of -1 is taken for one that is down",
}
