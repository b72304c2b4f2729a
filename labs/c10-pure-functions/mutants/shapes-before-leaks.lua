return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    for (int k = 0; k < n; k++)
        if (leaks(&x[k]))
            return LEAK;
    if (meet(op, x, &type) != OK)
        return BAD;]],
     [[    if (meet(op, x, &type) != OK)
        return BAD;
    for (int k = 0; k < n; k++)
        if (leaks(&x[k]))
            return LEAK;]]},
  },
  fails = "correct", message = "LEAK",
  why = "looks at shapes before it asks whose tracers these are",
}
