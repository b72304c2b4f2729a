return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[        if (k + 1 < pages)
            pager_want(p, next);
]=],
     [=[        (void)next;
]=]},
  },
  fails = "profile", message = "faults",
  why = "each page is fetched when it is missed",
}
