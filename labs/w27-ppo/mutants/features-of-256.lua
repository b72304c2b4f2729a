return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[==[    for (int j = 0; j < d; j++)
        w[j] -= (float)(lr * g[j]);]==],
     [==[    for (int j = 0; j < d && j < 256; j++)
        w[j] -= (float)(lr * g[j]);]==]},
  },
  fails = "correct", message = "step",
  why = "the gradient has room for 256 features",
}
