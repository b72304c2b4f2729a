return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[if (share(&mine, all, sizeof mine))
        return CKPT_FAILED;]=],
     [=[while (share(&mine, all, sizeof mine))
        ;]=]},
  },
  fails = "correct", message = "does not come back",
  why = "a rank that has died is waited for",
}
