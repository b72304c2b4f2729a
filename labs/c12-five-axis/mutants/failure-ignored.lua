return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[return p->lost > most ? AX_FAILURE : binds;]],
     [[return binds;]]},
  },
  fails = "correct", message = "which_axis_binds",
  why = "lost time is time that a step takes",
}
