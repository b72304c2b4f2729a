return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[base *= pow(s, (double)d / (d - 2));]==],
     [==[base *= s;]==]},
  },
  fails = "correct", message = "NTK, pair",
  why = "NTK without its exponent: the last pair is stretched by less than s",
}
