return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[        clock_on(e->w, next_event(e));]==],
     [==[        (void)next_event(e);]==]},
  },
  fails = "correct", message = "the clock stood at",
  why = "with two machines a pass returns at once, and nobody moves the clock on to its end: serve asks for ever",
}
