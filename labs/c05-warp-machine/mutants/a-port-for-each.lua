return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    m->port = m->clock + passes;]=], [=[    m->port = global ? m->clock + passes : m->port;]=]},
  },
  fails = "correct", message = "issue",
  why = "shared memory has a port of its own, so both memories are asked at once",
}
