return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[m->port = m->clock + passes;]=], [=[m->port = m->clock + 1;]=]},
  },
  fails = "correct", message = "issue",
  why = "the port is free again in the next cycle, however many passes a request has",
}
