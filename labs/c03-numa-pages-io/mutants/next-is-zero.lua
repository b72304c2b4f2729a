return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        if (has_room(m, (from + k) % nodes))
            return (from + k) % nodes;]==],
     [==[
        if (has_room(m, k ? k - 1 : from))
            return k ? k - 1 : from;]==]},
  },
  fails = "correct", message = "numa_run",
  why = "of a full node the lowest takes over, not the next",
}
