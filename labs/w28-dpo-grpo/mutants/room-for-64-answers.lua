return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[double loss = 0, *value = calloc((size_t)(2 * n) + 1, sizeof *value), *adv = value + n;]==],
               [==[double loss = 0, value[64], adv[64];]==]}, {[==[    free(value);
]==], ""}},
  fails = "correct", message = "large-batch",
  why = "returns have room for 64 answers",
}
