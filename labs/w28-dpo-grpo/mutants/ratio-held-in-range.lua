return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[r = exp(lp[t] - old[t]), back]==],
               [==[r = exp(fmin(lp[t] - old[t], 3)), back]==]}},
  fails = "correct", message = "far-off",
  why = "the exponent of the ratio is held below 3, so what went furthest pulls least",
}
