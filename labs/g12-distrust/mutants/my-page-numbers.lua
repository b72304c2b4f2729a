return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"if (got < 0 || got >= pages || owners[got])",
     [==[while (used < pages && used > 0 && !owners[used - 1])
            used--;
        for (int k = 0; k < got; k++)
            if (!owners[k])
                return 1;
        if (got < 0 || got >= pages || owners[got])]==]},
  },
  fails = "correct", message = "PAGES",
  why = "the lowest free page is asked for, which nobody has promised",
}
