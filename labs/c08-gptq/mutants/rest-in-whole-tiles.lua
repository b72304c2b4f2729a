return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            for (int64_t c = r < pairs ? l : to; c < k; c++)]],
     [[            for (int64_t c = r < pairs ? k : to; c < k; c++)]]},
  },
  fails = "correct", message = "row",
  why = "leaves out what is behind the last whole tile",
}
