return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[if (p.cp == 1 || j->seq % (2 * p.cp) == 0)]],
     [[if (p.cp == 1 || ((p.cp & (p.cp - 1)) == 0 && j->seq % (2 * p.cp) == 0))]]},
  },
  fails = "correct", message = "row",
  why = "tries powers of two alone for cp",
}
