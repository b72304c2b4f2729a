return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[==[        while (r < rows && used[r] + len[i] > cap)]==],
     [==[        while (r < rows && (r < rows - 256 || used[r] + len[i] > cap))]==]},
  },
  fails = "correct", message = "pack",
  why = "only the last 256 rows are kept open",
}
