return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[        sum += softplus(-margin[i]);]==],
               [==[        sum -= log(1 / (1 + exp(-margin[i])));]==]}},
  fails = "correct", message = "the loss is",
  why = "takes the logarithm of a sigmoid that has become 0",
}
