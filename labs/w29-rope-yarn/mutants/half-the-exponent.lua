return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[double t = pow(base, -2. * i / d)]==],
     [==[double t = pow(base, -1. * i / d)]==]},
  },
  fails = "correct", message = "pair 1 of",
  why = "the exponent is -i/d: the last pair has the frequency of the middle one",
}
