return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (!(o.worth > 0))
            break;
]==],
     [==[]==]},
  },
  fails = "correct", message = "never right",
  why = "a node that was never right costs the pass and brings nothing",
}
