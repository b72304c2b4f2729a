return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(pp * (j->prompt + j->out))]=],
     [=[(j->prompt + j->out)]=]},
  },
  fails = "correct",
  why = [[pp batches take turns, and all of them have caches]],
}
