return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[        if (every && l % every)
            net_free(n, slot[l]);]==],
     [==[        if (every && l % every)
            continue;]==]},
    {[==[        if (s != last)
            run(n, s, end - 1, 0, slot);]==],
     [==[]==]},
  },
  fails = "profile", message = "peak_slots",
  why = "every activation is kept: right, and as large as without checkpoints",
}
