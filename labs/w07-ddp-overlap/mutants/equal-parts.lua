return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"                  to, bytes(n, P, in), left, TAG);",
     "                  to, n / P * (int64_t)sizeof *to, left, TAG);"},
  },
  fails = "correct", message = "the sizes of a message differ",
  why = "receives n/P elements of every part, and P does not divide n",
}
