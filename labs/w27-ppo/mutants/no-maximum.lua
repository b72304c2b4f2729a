return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[=[float top = p[0], sum = 0;
    for (int s = 1; s < n; s++)
        top = p[s] > top ? p[s] : top;]=],
     "float top = 0, sum = 0;"},
  },
  fails = "correct", message = "steep",
  why = "the largest score is not taken off, and its exponential is infinite",
}
