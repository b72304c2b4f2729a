return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    for (int l = 0; l < lm_layers(m); l++)
        if (keep]==],
     [==[    for (int l = lm_layers(m) - 1; l >= 0; l--)
        if (keep]==]},
  },
  fails = "correct",
  why = "layers run in order",
}
