return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
            cut(net, f, cycles);
]],
     [[]]},
  },
  fails = "profile",
  why = "what is early need not be there",
}
