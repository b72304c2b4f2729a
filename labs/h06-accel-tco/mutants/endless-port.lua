return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[!not_below_zero(port) ||]==],
     [==[!(port >= 0) ||]==]},
  },
  fails = "correct",
  why = [[a port of INFINITY is a price of INFINITY in place of a refusal]],
}
