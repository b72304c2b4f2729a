return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[s = least(e->c.sinks, b - 1), w = least(e->c.window, b);]==],
     [==[s = least(e->c.sinks, b), w = least(e->c.window, b);]==]},
  },
  fails = "correct",
  why = "more sinks than budget: nothing new has a place",
}
