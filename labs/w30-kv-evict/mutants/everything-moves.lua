return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        if (held[keep[i] / block])
            continue;
]==],
     [==[        if (keep[i] == i)
            continue;
        move[moves][0] = keep[i];
        move[moves++][1] = i;
        continue;
]==]},
  },
  fails = "correct",
  why = "all entries are copied to the first slots",
}
