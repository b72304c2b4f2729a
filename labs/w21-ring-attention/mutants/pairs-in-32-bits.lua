return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    return a > b ? n * n : a]],
     [[    int m = (int)n;
    return a > b ? (int)((unsigned)m * (unsigned)m) : a]]},
  },
  fails = "correct", message = "pairs[0]",
  why = "multiplies pieces of 50,000 tokens as ints",
}
