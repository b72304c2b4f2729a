return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[float amax = 0, most = 0;]==],
     [==[float amax = n ? fabsf(x[0]) : 0, most = 0;]==]},
  },
  fails = "correct", message = "mismatch",
  why = "the maximum begins with the first number, and a NaN there is never left",
}
