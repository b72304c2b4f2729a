return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[when < m->port && is_memory(m->code[w->path[w->now].pc].op))]=], [=[when < m->port)]=]},
  },
  fails = "correct", message = "issue",
  why = "every instruction waits for the port, not only loads and stores",
}
