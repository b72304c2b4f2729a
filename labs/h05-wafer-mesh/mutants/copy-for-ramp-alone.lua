return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
            at[c.pe] = c.cycle;
]],
     [[
            at[c.pe] = c.cycle, r.tx = 0;
]]},
  },
  fails = "correct", message = "at[",
  why = "a word that the core gets goes no further",
}
