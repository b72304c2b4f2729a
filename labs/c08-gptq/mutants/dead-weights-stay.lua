return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            for (int64_t r = 0; r < n; r++)
                W[r * k + j] = 0;
]],
     [[]]},
  },
  fails = "correct", message = "mismatch: W1",
  why = "leaves the weights of inputs that were always 0",
}
