return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[double M = r->mtbf / (double)n, T]],
     [[double M = r->mtbf / (double)(n > 0), T]]},
  },
  fails = "correct", message = "interval",
  why = "a job of n devices fails n times as often as one",
}
