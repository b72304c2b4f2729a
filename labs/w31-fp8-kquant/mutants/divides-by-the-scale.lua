return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[roundf(x[j] * id)]==],
     [==[roundf(d != 0 ? x[j] / d : 0)]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "Q8_0 divides by d where the format multiplies by 1/d: another code now and then",
}
