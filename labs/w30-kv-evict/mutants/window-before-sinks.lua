return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[w = least(e->c.window, b - s), n;]==],
     [==[w = least(e->c.window, b), n;]==]},
  },
  fails = "correct",
  why = "SAGE's window takes its part of the budget before the sinks have theirs",
}
