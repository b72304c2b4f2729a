return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[for (int j = 0; j < k; j++)
        for (int i = j; i < T * k; i += k) {]=],
     [=[for (int j = 0; j < k && j < 4; j++)
        for (int i = j; i < T * k; i += k) {]=]},
  },
  fails = "correct", message = "most-rounds",
  why = "four rounds are enough for every model, but not for every k",
}
