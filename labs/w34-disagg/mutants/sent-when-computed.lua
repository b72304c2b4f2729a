return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[int to = s->undecided ? -1 : s->own ?]=],
     [=[int to = s->undecided || s->own ? -1 : s->own ?]=]},
  },
  fails = "profile",
  why = [[a site is looked for when the prompt is computed, and the whole cache travels in the open]],
}
