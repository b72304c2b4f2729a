return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    int64_t now, free[2], move_ns; /* free[to]: when the direction to that side is */]==],
     [==[    int now, free[2], move_ns; /* free[to]: when the direction to that side is */]==]},
  },
  fails = "correct", message = "um_run",
  why = "keeps times in 32 bits",
}
