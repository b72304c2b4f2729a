return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    if (share(&mine, all, sizeof mine))
        return CKPT_FAILED;
    for]=],
     [=[    if (share(&mine, all, sizeof mine))
        return CKPT_DONE;
    for]=]},
  },
  fails = "correct",
  why = "a rank that has died is not asked: the manifest names a shard that nobody has finished",
}
