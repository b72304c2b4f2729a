return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (!above_zero(o->price))]==],
     [==[if (!not_below_zero(o->price))]==]},
  },
  fails = "correct",
  why = [[a price that nobody has entered wins every comparison]],
}
