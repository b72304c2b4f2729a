return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"fmax(job->work_s[GENERATE] / generate->gpus, job->tail_s)",
     "job->work_s[GENERATE] / generate->gpus"},
  },
  fails = "correct", message = "expected",
  why = "sampling becomes as short as there are GPUs",
}
