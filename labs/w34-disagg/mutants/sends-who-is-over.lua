return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[        strike(&s->pending, id);
]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[who is over before he was decided is still in the list of those to be sent]],
}
