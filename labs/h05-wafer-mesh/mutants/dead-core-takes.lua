return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        if (r.tx & 1 << WM_RAMP && w->dead[c.pe])
            faults |= WM_DEAD;
        else if]],
     "        if"},
  },
  fails = "correct", message = "at[",
  why = "a ramp takes words to its core whether that lives or not",
}
