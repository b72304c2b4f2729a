return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (knob == KNOB_UTIL || knob == KNOB_MTOK)]==],
     [==[if (knob == KNOB_MTOK)]==]},
  },
  fails = "correct",
  why = [[costs are straight in 1 / util: a line between the ends misses the turn]],
}
