return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (leaks(carry) || leaks(xs))]],
     [[if (leaks(xs))]]},
  },
  fails = "correct", message = "LEAK",
  why = "does not look where the first carry of a scan comes from",
}
