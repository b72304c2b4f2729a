return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[a->lat + 2 * (n - 1.0) / n]==],
     [==[a->lat + (n - 1.0) / n]==]},
  },
  fails = "correct",
  why = [[a ring all-reduce sends 2(n-1)/n of the tensor: there is a way back]],
}
