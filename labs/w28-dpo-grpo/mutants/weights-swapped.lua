return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[weight = good[i] ? up : down;]==],
               [==[weight = good[i] ? down : up;]==]}},
  fails = "correct", message = "the loss is",
  why = "who is weighed up is weighed down",
}
