return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (x.var < 0 || same_type(&type, &x.aval)) {]],
     [[if (x.var < 0 || type.dtype == x.aval.dtype) {]]},
  },
  fails = "correct",
  why = "does not write down a cast that only makes a type strong",
}
