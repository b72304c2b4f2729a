return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[                if (t < 0 || t >= V)
                    return 1;]==],
     [==[                if (t < 0 || t >= V || t != fixed_verify(V, p, q, d, (u + .5) / GRID, (v + .5) / GRID))
                    return 1;]==]},
  },
  fails = "correct", message = "VERIFY",
  why = "the token is compared with that of one sampler, where a distribution is promised",
}
