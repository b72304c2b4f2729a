return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int g = 0; g < e->c.G; g++)
        for (int j = 0; j < last; j++)
            e->score[j] +=]==],
     [==[    for (int j = 0; j < last; j++)
        e->score[j] *= .9f;
    for (int g = 0; g < e->c.G; g++)
        for (int j = 0; j < last; j++)
            e->score[j] +=]==]},
  },
  fails = "correct", message = "should be byte",
  why = "older attention counts for less",
}
