return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[[        if (slow(two) >= one->mem_Bps)]],
     [[        if (slow(two) > one->mem_Bps)]]},
  },
  fails = "correct", message = "um_break_even",
  why = "divides by 0 where both lines are parallel",
}
