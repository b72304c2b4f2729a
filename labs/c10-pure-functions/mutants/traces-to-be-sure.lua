return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[            return OK;
        if (!type[0].weak]],
     [[        {
            if (again)
                return OK;
            continue;
        }
        if (!type[0].weak]]},
  },
  fails = "correct", message = "printed",
  why = "traces each body twice",
}
