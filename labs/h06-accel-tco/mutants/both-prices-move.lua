return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[cost_at(s, &b[k % 2], knob, k % 2 == 0,]==],
     [==[cost_at(s, &b[k % 2], knob, 1,]==]},
  },
  fails = "correct",
  why = [[the knob is the price of the first; the second stays what it is]],
}
