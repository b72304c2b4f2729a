return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[roundf(x[j] * id)]==],
     [==[rintf(x[j] * id)]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "Q8_0 rounds ties to even where the format rounds them away from zero",
}
