return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[x.sum[1] = s[e + 2];]==],
     [==[x.sum[1] = s[e + 1];]==]},
  },
  fails = "correct",
  why = "the upper sub-block takes the sum of the sixteen behind the lower one's",
}
