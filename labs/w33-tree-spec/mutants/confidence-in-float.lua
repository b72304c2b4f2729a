return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    double sure[MADE + 1];]==],
     [==[    float sure[MADE + 1];]==]},
  },
  fails = "correct", message = "mismatch: tree",
  why = "products of the same factors in another order are equal in double",
}
