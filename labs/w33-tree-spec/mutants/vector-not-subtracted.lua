return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[=[double more = (p ? p[x + k] : w[x + k]) - by * q[x + k];]=],
     [=[double more = p ? p[x + k] : w[x + k];]=]},
  },
  fails = "correct", message = "law",
  why = [[q' is taken off the last few tokens only: of eight at a time it is forgotten]],
}
