return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
                todo[n++] = (struct copy){ q, side ^ 2, c.cycle + 1 };
]],
     [[
                todo[n++] = (struct copy){ q, side ^ 2, c.cycle + 1 };
            break;
]]},
  },
  fails = "correct", message = "at[",
  why = "hands a word to one side alone, where tx has several",
}
