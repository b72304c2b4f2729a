return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[not_below_zero(o->keep)]==],
     [==[o->keep >= 0]==]},
  },
  fails = "correct",
  why = [[a place of INFINITY has a bill]],
}
