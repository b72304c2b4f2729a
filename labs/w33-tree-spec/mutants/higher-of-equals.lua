return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[row[best[at - 1]] < row[y]; at--)]==],
     [==[row[best[at - 1]] <= row[y]; at--)]==]},
  },
  fails = "correct", message = "mismatch: tree",
  why = "of equal tokens the lower one comes first",
}
