return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int b = 0; b < blocks; b++)
        if (held[b] && with[held[b]] > 0)
            with[held[b]]--;]==],
     [==[    stay = (kept + block - 1) / block;
    for (int b = 0; b < blocks; b++)
        if (held[b] && stay-- > 0)
            (void)with;]==]},
  },
  fails = "correct", message = "where",
  why = "the first blocks stay, however empty they are",
}
