return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[2 * w->active * t]==],
     [==[2 * w->params * t]==]},
  },
  fails = "correct",
  why = [[of a mixture of experts a token is multiplied with the active weights alone]],
}
