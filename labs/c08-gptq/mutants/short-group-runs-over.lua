return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[at + group < k ? group : k - at, w + at);]],
     [[group, w + at);]]},
  },
  fails = "correct", message = "its grid is",
  why = "looks for the last group's least and largest weight behind the row",
}
