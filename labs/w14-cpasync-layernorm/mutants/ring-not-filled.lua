return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[for (int k = 0; k < S - 1; k++)
        ask]],
              [[for (int k = 0; k < S - 2; k++)
        ask]]}},
  fails = "correct", message = "mismatch",
  why = "the first turns have nothing in their stages: the loop asks for later rows only",
}
