return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[            vote[j] += count[i];]==],
     [==[            vote[j] = count[i] > vote[j] ? count[i] : vote[j];]==]},
  },
  fails = "correct", message = "should be byte",
  why = "the largest count of the neighbours in place of their sum",
}
