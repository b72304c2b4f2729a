return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[k < t.cycles * SS_SLICES; k++)]=],
     [=[k < t.cycles * SS_SLICES && k < (100001 + BEFORE) * SS_SLICES; k++)]=]},
  },
  fails = "correct", message = "SS_SLICE",
  why = "counts clashes up to the last cycle of a first instruction, though chains end later",
}
