return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[all->sure[leaf[k]] * row[best[i]];]==],
     [==[row[best[i]];]==]},
  },
  fails = "correct", message = "mismatch",
  why = "a confident guess below a doubtful one is doubtful",
}
