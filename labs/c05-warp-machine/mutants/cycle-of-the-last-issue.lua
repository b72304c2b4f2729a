return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[m->count->cycles = m->clock + 1;]=], [=[m->count->cycles = m->clock;]=]},
  },
  fails = "correct", message = "count->cycles",
  why = "gives the number of the last cycle, and not how many there were",
}
