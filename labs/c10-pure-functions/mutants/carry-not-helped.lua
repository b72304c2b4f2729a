return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (!type[0].weak || !same_shape(&out, &type[0]))]],
     [[if (!same_type(&out, &type[0]))]]},
  },
  fails = "correct", message = "trace()",
  why = "refuses a carry that is only weak",
}
