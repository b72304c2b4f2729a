return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[for (int t = 0; t <= 20; t++) {]==],
     [==[for (int t = 0; t < 0; t++) {]==]},
  },
  fails = "correct", message = "rmse",
  why = "a grid from the least to the largest number, and no search",
}
