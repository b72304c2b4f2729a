return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[either(below_s, -a, a) * scale]==],
     [==[either(below_s, -a, a)]==]},
  },
  fails = "correct", message = "sin",
  why = "the temperature reaches the cosines alone",
}
