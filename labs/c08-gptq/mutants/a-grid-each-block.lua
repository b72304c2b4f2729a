return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[        if (at % group == 0)]],
     [[        if (at % group == 0 || j == 0)]]},
  },
  fails = "correct", message = "its",
  why = "makes a grid anew at each block's first column",
}
