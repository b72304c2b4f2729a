return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[fabs(y[i] - want) <= 1e-4 * want]==],
     [==[fabs(y[i] - want) <= 1e-6 * want]==]},
  },
  fails = "correct", message = "SOFTMAX",
  why = "the tolerance is that of the twin: a version that is right to 1e-4 is refused",
}
