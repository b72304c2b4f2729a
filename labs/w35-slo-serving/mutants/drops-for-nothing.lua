return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[        if (last <= k)
            return 0;
]=],
     [=[        if (last <= k)
            break;
]=]},
  },
  fails = "correct",
  why = [[all victims are not enough, and they are dropped, and the job seated]],
}
