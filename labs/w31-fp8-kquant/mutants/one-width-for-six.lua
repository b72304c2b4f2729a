return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[for (int t = -9; t <= 9; t++) {
        float inverse]==],
     [==[for (int t = 0; t < 1; t++) {
        float inverse]==]},
  },
  fails = "correct", message = "rmse",
  why = "Q6_K by the largest magnitude, without a search",
}
