return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[(dot - *zero * xs)]==],
     [==[dot]==]},
  },
  fails = "correct",
  why = "codes are multiplied as if zero were code 0",
}
