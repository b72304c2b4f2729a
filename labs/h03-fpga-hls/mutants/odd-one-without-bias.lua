return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
    int64_t p = *sum;
]],
     [[
    int64_t p = 0;
]]},
  },
  fails = "correct", message = "expected",
  why = "the output without a partner has a bias, too",
}
