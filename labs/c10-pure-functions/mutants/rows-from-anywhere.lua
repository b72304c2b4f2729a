return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (leaks(carry) || leaks(xs))]],
     [[if (leaks(carry))]]},
  },
  fails = "correct", message = "LEAK",
  why = "does not look where the rows of a scan come from",
}
