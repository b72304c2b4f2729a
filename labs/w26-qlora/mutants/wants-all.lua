return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[        if (k + 1 < pages)
            pager_want(p, next);
]=],
     [=[        for (int j = k + 1; j < pages; j++)
            pager_want(p, down ? pages - 1 - j : j);
        (void)next;
]=]},
  },
  fails = "profile", message = "copies",
  why = "all pages are wanted at once, and drive each other out",
}
