return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[had = q[x] * mass / left;]==],
     [==[had = q[x] / left;]==]},
  },
  fails = "correct",
  why = "a residual is compared with q only after it has been normalised",
}
