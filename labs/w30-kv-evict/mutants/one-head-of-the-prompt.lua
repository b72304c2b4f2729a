return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int g = 0; g < e->c.G; g++)
        for (int i = first; i < S; i++) {]==],
     [==[    for (int g = 0; g < 1; g++)
        for (int i = first; i < S; i++) {]==]},
  },
  fails = "correct", message = "should be byte",
  why = "of the prompt's map the first query head alone is read",
}
