return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[for (int j = 0; j < k; j++)
        for (int i = j; i < T * k; i += k) {]=],
     [=[for (int j = 0; j < 1; j++)
        for (int i = 0; i < T * k; i++) {]=]},
  },
  fails = "correct", message = "slot",
  why = "all choices of a token are placed before the next token: second choices take the slots of first ones",
}
