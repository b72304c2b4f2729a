return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[m->pd == pd && (m->access]==],
     [==[pd >= 0 && (m->access]==]},
  },
  fails = "correct", message = "mr_allows",
  why = "does not look at the protection domain",
}
