return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[memories += chip->kind[x] == SS_MEM;]=],
     [=[memories += chip->kind[x] == SS_MEM && x + 1 < chip->slices;]=]},
  },
  fails = "correct", message = "ss_bound",
  why = "does not count the chip's last slice among the memories",
}
