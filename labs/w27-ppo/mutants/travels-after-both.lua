return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"fmax(new_actor + (actor != generate ? job->sync_s : 0), new_critic)",
     "fmax(new_actor, new_critic) + (actor != generate ? job->sync_s : 0)"},
  },
  fails = "correct", message = "expected",
  why = "the weights travel only when the critic is trained, too",
}
