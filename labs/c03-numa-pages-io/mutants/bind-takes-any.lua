return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        return has_room(m, m->bound) ? m->bound : -1;]==],
     [==[
        from = m->bound;]==]},
  },
  fails = "correct", message = "numa_run",
  why = "a full bound node gives way to the next",
}
