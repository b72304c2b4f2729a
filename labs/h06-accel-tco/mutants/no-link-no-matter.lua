return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[most = a->link > 0 ? a->most : 1;]==],
     [==[most = a->most;]==]},
  },
  fails = "correct",
  why = [[who stands alone serves alone]],
}
