return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[        rest(n, k, from + b, b, E, W, U, D);
]],
     [[        (void)rest;
]]},
  },
  fails = "correct", message = "row 0",
  why = "changes the block's own columns and none behind",
}
