return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[need(s, id, k, &hit) > x->left)
            continue;
        if (best < 0 || hit > best_hit]=],
     [=[need(s, id, k, &hit) >= x->left)
            continue;
        if (best < 0 || hit > best_hit]=]},
  },
  fails = "correct",
  why = [[a request that fills the room to its last token has room]],
}
