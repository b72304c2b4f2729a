return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    free(H);
    return bad;]],
     [[    free(H);
    return 0;]]},
  },
  fails = "correct", message = "does not give -1",
  why = "returns 0 though factor() has refused",
}
