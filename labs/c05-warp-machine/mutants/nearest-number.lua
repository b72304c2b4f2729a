return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (beyond >> q & 1 && after[q] == beyond)]=], [=[if (beyond >> q & 1)]=]},
  },
  fails = "correct", message = "join",
  why = "takes the post-dominator of the least number, which in a loop lies before the branch's nearest",
}
