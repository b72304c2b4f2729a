return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (want >= had || rng_coin(r, want / had))
            return c;]==],
     [==[        if (want >= .5 * had || rng_coin(r, want / had))
            return c;]==]},
  },
  fails = "correct", message = "mismatch",
  why = "a child is certain when p reaches q, not half of it",
}
