return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[t.turns = t.below * t.above < 0;]==],
     [==[t.turns = t.below != t.above;]==]},
  },
  fails = "correct",
  why = [[where both cost the same at an end nothing turns between the ends]],
}
