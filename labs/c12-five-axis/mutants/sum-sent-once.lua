return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[bytes[T_LINK] += 2 * (k - 1.0) / k * G;]],
     [[bytes[T_LINK] += (k - 1.0) / k * G;]]},
  },
  fails = "correct", message = "bytes of T_LINK",
  why = "partial sums go round once, finished sums a second time",
}
