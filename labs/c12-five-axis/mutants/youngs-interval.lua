return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[sqrt(2 * ckpt * M) * (1 + sqrt(x) / 3 + x / 9) - ckpt]],
     [[sqrt(2 * ckpt * M)]]},
  },
  fails = "correct", message = "interval",
  why = "the first term alone is not the interval that lab.h asks for",
}
