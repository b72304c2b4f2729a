return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[ && c.interval <= interval)]],
     [[)]]},
  },
  fails = "correct", message = "and there is no folding",
  why = "a layer that is too slow holds up all",
}
