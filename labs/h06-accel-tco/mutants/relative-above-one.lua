return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[NEAR * larger(a, b)]==],
     [==[NEAR * larger(1, larger(a, b))]==]},
  },
  fails = "profile",
  why = [[NEAR * max(1, a, b): below one dollar everything is a tie]],
}
