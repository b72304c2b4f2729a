return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[return f != NONE ? f : total(j, p) > j->c.mem ? ROOM : NONE;]],
     [[return f != NONE ? f : total(j, p) >= j->c.mem ? ROOM : NONE;]]},
  },
  fails = "correct", message = "faults",
  why = "a plan that fills the GPU to the last byte still fits",
}
