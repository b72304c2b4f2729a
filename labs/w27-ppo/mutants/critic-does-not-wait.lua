return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"run(job, critic, CRITIC, scored,",
     "run(job, critic, CRITIC, 0,"},
  },
  fails = "correct", message = "expected",
  why = "the critic is trained before all scores are there",
}
