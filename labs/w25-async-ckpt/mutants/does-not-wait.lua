return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"done &= all[r].state == CKPT_DONE;",
     "done &= r > 0 || all[r].state == CKPT_DONE;"},
  },
  fails = "correct", message = "job",
  why = "the manifest is written when rank 0 is ready, not when all are",
}
