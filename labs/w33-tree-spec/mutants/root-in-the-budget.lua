return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    while (n && t->n <= budget) {]==],
     [==[    while (n && t->n < budget) {]==]},
  },
  fails = "correct", message = "worth",
  why = "the budget counts nodes below the root",
}
