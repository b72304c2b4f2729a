return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    for (int i = 0; i < K; i++)
        if (sig[i] != UINT32_MAX)]=],
     [=[    for (int i = 0; i < 1; i++)
        if (sig[i] != UINT32_MAX)]=]},
  },
  fails = "correct", message = "pair",
  why = [[takes a document for empty by its first value]],
}
