return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[need(s, id, k, &hit) > x->left)
            continue;
        if (best < 0 || hit > best_hit]=],
     [=[need(s, id, k, &hit) > x->left + 1000 * (hit > 0))
            continue;
        if (best < 0 || hit > best_hit]=]},
  },
  fails = "correct",
  why = [[a site that has the beginning may have no room]],
}
