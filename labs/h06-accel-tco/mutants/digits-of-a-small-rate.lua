return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[off = -expm1(-o->years * log1p(rate));]==],
     [==[off = 1 - pow(1 + rate, -o->years);]==]},
  },
  fails = "correct",
  why = [[1 - pow() has lost its digits where the rate is small]],
}
