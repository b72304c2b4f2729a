return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[is_float(in) ? "float" : "uint32_t"]],
     [[is_float(in) ? "double" : "uint32_t"]]},
  },
  fails = "correct", message = "result",
  why = "adds in double and rounds once, at the end",
}
