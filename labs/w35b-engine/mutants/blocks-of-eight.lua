return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[radix_new(cfg->bs)]==],
     [==[radix_new(8)]==]},
  },
  fails = "correct", message = "not back",
  why = "the tree has blocks of eight, whatever the pool has",
}
