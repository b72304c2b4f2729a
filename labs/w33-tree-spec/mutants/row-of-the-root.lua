return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[size_t row = (size_t)at * (size_t)V;]==],
     [==[size_t row = 0;]==]},
  },
  fails = "correct", message = "mismatch",
  why = "each node has a row of its own",
}
