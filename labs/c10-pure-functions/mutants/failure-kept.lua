return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    if (e.program < 0)
        return e.program;
]],
     [[]]},
  },
  fails = "correct", message = "call",
  why = "keeps what could not be compiled",
}
