return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            if (i == j && !(s > 0))
                return -1;
            R[i * k + j] = i == j ? sqrt(s)]],
     [[            R[i * k + j] = i == j ? sqrt(fabs(s))]]},
  },
  fails = "correct", message = "expected 0",
  why = "takes the square root of a pivot whatever it is",
}
