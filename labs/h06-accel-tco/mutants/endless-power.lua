return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[is_finite_number(o->kw) && ]==],
     [==[]==]},
  },
  fails = "correct",
  why = [[a machine whose power is INFINITY has a bill]],
}
