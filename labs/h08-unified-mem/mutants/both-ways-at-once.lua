return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    return b->link_Bps > b->cpu_Bps ? b->link_Bps : b->cpu_Bps;]==],
     [==[    return b->link_Bps + b->cpu_Bps;]==]},
  },
  fails = "correct", message = "um_break_even",
  why = "adds the link and the CPU, though a byte goes one way only",
}
