return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
            faults |= r.rx != c.from ? WM_REFUSED : WM_DROPPED;
            continue;]],
     "            return faults | (r.rx != c.from ? WM_REFUSED : WM_DROPPED);"},
  },
  fails = "correct", message = "at[",
  why = "gives up at the first fault, with copies on their way",
}
