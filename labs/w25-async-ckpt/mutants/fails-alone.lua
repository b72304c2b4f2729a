return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[if (all[r].state == CKPT_FAILED)
            return CKPT_FAILED;]=],
     [=[if (all[r].state == CKPT_FAILED && state == CKPT_FAILED)
            return CKPT_FAILED;]=]},
  },
  fails = "correct", message = "ckpt_work() gave",
  why = "the rank whose disk is full gives up, and the others do not hear of it",
}
