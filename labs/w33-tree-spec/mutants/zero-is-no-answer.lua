return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        double agrees = -1;]==],
     [==[        double agrees = 0;]==]},
  },
  fails = "correct", message = "layers",
  why = "sets that agree nowhere are compared like others, and the rule goes on",
}
