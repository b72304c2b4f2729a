return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[converted(operand(carry), type[0].dtype, type[0].weak)]],
     [[operand(carry)]]},
  },
  fails = "correct",
  why = "converts the body, and not the first carry",
}
