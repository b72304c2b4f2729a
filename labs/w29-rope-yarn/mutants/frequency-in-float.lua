return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[        inv[i] = t;]==],
     [==[        inv[i] = (float)t;]==]},
  },
  fails = "correct", message = "pair",
  why = "frequencies rounded to float: at a million the angle is off by hundredths",
}
