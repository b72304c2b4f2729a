return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int g = 0; g < e->c.G; g++)
        for (int j = 0; j < last; j++)
            e->score]==],
     [==[    for (int g = 0; g < 1; g++)
        for (int j = 0; j < last; j++)
            e->score]==]},
  },
  fails = "correct", message = "should be byte",
  why = "a step hears the first of the query heads alone",
}
