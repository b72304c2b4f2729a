return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"run(job, mine, scorers[k], sampled[c],",
     "run(job, mine, scorers[k], 0,"},
  },
  fails = "correct", message = "expected",
  why = "scores do not wait for their chunk",
}
