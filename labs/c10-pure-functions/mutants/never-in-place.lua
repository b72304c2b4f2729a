return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    if (q->op == SUM || q->op == BROADCAST || q->op == SCAN)
        return -1;]],
     [[    if (q->op >= ADD)
        return -1;]]},
  },
  fails = "profile",
  why = "gives each result new cells while its operand dies",
}
