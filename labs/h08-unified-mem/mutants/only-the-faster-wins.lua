return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[[    if (one->mem_Bps >= two->mem_Bps)]],
     [[    if (one->mem_Bps > two->mem_Bps)]]},
  },
  fails = "correct", message = "um_break_even",
  why = "of two equally fast memories the one has to be larger to win",
}
