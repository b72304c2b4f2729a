return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (!above_zero(o->price))]==],
     [==[if (!above_zero(o->price) || o->price > 1e9)]==]},
  },
  fails = "profile",
  why = [[whoever wants more than a billion has mistyped, in dollars]],
}
