return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[ + (port > 0 ? port / s->mtok : 0)]==],
     [==[]==]},
  },
  fails = "correct",
  why = [[engineers who port for half a year are a cost of the choice]],
}
