return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[if (p->time[k] > most)]],
     [[if (p->time[k] >= most)]]},
  },
  fails = "correct", message = "which_axis_binds",
  why = "exactly at the ridge the arithmetic is named, not the memory",
}
