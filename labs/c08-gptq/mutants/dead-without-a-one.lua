return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            H[j * k + j] = 1;
]],
     [[]]},
  },
  fails = "correct", message = "mismatch: H",
  why = "puts no 1 where an input was always 0",
}
