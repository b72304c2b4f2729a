return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"job->state_B[r] / (g->gpus * job->swap_Bps)",
     "job->state_B[r] / job->swap_Bps"},
  },
  fails = "correct", message = "expected",
  why = "a group takes a state in as if it had one GPU",
}
