return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[c = r < pairs ? l : to; c < k; c++)]],
     [[c = r < pairs ? l : to, end = c + (k - c) / 4 * 4; c < end; c++)]]},
  },
  fails = "correct", message = "column 3",
  why = "changes the rest four columns at a time, and what is left over not at all",
}
