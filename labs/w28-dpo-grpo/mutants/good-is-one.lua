return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[double sign = good[i] ? 1 : -1,]==],
               [==[double sign = good[i] == 1 ? 1 : -1,]==]}},
  fails = "correct", message = "the loss is",
  why = "a thumb is up only where it is 1",
}
