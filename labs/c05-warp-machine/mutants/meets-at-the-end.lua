return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        for (int q = 0; q < n && join[p] == n; q++) /* the first one is followed by all others */
            if (beyond >> q & 1 && after[q] == beyond)
                join[p] = q;]=], [=[        (void)beyond;]=]},
  },
  fails = "correct", message = "join",
  why = "reconverges at the function's end: lanes that went apart never meet before it",
}
