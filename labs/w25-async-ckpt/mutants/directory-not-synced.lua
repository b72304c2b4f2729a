return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[return disk_sync_dir() ? CKPT_FAILED : CKPT_DONE;
}

/* Removes]=],
     [=[return CKPT_DONE;
}

/* Removes]=]},
  },
  fails = "correct", message = "can be loaded is",
  why = "the rename is not made durable before CKPT_DONE",
}
