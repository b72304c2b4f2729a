return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(compute > memory ? compute : memory)]=],
     [=[(compute + memory)]=]},
  },
  fails = "correct", message = "latency",
  why = [[arithmetic and reading go on at the same time]],
}
