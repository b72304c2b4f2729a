return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (fabs(a - b) <= NEAR * larger(a, b))]==],
     [==[if (a == b)]==]},
  },
  fails = "correct",
  why = [[equal machines: which of them is cheaper must not depend on rounding]],
}
