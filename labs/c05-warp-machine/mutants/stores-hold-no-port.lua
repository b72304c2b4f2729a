return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    m->port = m->clock + passes;]=], [=[    if (load)
        m->port = m->clock + passes;]=]},
  },
  fails = "correct", message = "issue",
  why = "a store is sent off and takes no pass of the port",
}
