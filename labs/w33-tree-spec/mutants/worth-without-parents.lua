return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[o.worth * acc[h * k + rank[h * k]] };]==],
     [==[acc[h * k + rank[h * k]] };]==]},
  },
  fails = "correct", message = "worth",
  why = "a guess counts only if all guesses above it were right",
}
