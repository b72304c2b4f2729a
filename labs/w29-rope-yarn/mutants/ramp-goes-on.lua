return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[    g = g < 0 ? 0 : g > 1 ? 1 : g;
]==],
     [==[]==]},
  },
  fails = "correct", message = "YARN, pair",
  why = "the ramp has no ends: fast pairs become faster",
}
