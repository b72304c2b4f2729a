return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[while (high > 1.01 * low)]=],
     [=[while (high > 1.0000001 * low)]=]},
  },
  fails = "profile",
  why = [[halves until both ends are the same for the eye: each question is a simulation]],
}
