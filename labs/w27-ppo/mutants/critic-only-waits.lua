return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"job->chunks * job->train_s[CRITIC] / critic->gpus",
     "job->train_s[CRITIC] / critic->gpus"},
  },
  fails = "correct", message = "expected",
  why = "the critic is trained on one chunk",
}
