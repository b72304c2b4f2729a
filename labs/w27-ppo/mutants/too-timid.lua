return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {".lr = 7e-4,",
     ".lr = 1e-6,"},
  },
  fails = "correct", message = "scores",
  why = "a learning rate with which nothing happens in 30 batches",
}
