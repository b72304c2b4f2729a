return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[        if (rate > most) {]=],
     [=[        if (rate < 0) {]=]},
  },
  fails = "profile",
  why = [[by its own policy everything is computed where it is decoded]],
}
