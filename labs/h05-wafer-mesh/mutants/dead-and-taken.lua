return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
            faults |= WM_DEAD;
        else if]],
     [[
            faults |= WM_DEAD, at[c.pe] = c.cycle;
        else if]]},
  },
  fails = "correct", message = "at[",
  why = "sees that the core is dead, and notes a cycle all the same",
}
