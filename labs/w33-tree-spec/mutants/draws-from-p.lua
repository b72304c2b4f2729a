return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    if (!refused)
        mass = copy_row]==],
     [==[    if (refused >= 0)
        mass = copy_row]==]},
  },
  fails = "correct", message = "mismatch: law",
  why = "the last token comes from the residual",
}
