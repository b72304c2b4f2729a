return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[double a = chosen[i] / len_chosen[i], b = rejected[i] / len_rejected[i];]==],
               [==[double a = chosen[i], b = rejected[i];]==]}},
  fails = "correct", message = "the loss is",
  why = "odds of the whole answer in place of its mean token: long ones have none",
}
