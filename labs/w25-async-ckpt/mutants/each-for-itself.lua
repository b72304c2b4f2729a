return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[if (state == CKPT_DONE)
            return j->extra.step;]=],
     [=[if (state == CKPT_DONE || all[j->rank].state == CKPT_DONE)
            return j->extra.step;]=]},
  },
  fails = "correct", message = "share() of 8 B",
  why = "each rank takes the newest checkpoint whose shards it could read",
}
