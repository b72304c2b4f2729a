return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(pp * (j->prompt + j->out))]=],
     [=[(pp * j->prompt)]=]},
  },
  fails = "correct",
  why = [[the cache grows by the answer]],
}
