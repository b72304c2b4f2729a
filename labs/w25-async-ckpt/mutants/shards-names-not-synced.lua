return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"return disk_sync(name) || disk_sync_dir() ? CKPT_FAILED : CKPT_DONE;",
     "return disk_sync(name) ? CKPT_FAILED : CKPT_DONE;"},
  },
  fails = "correct", message = "can be loaded is",
  why = "contents are synced, and the shard's name is not",
}
