return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[        if (r->prompt > x->left)
            continue;
        if (now]=],
     [=[        (void)x;
        if (now]=]},
  },
  fails = "correct",
  why = [[by its own policy a prompt begins in a prefill site that is full of caches that cannot leave]],
}
