return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < i; j++)
            H[i * k + j] = H[j * k + i];
]],
     [[]]},
  },
  fails = "correct", message = "mismatch: H",
  why = "fills the upper half alone",
}
