return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"fmax(job->work_s[GENERATE] / generate->gpus, job->tail_s)",
     "fmax(job->work_s[GENERATE], job->tail_s) / generate->gpus"},
  },
  fails = "correct", message = "expected",
  why = "the longest answer of a chunk is divided among the GPUs",
}
