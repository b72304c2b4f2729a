return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    while (below && rank + below >= P)\n" ..
     "        below /= 2;",
     "    if (rank + below >= P)\n" ..
     "        below = 0;"},
  },
  fails = "correct", message = "which does not have it below",
  why = "gives up where the second child would be beyond the last rank, though a nearer one needs a parent",
}
