return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"sum += expm1(-d) + d;",
     "sum += expm1(d) - d;"},
  },
  fails = "correct", message = "k3",
  why = "k3 of the other divergence: the ratio is upside down",
}
