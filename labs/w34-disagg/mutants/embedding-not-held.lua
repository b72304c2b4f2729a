return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[m->weights * m->bytes]=],
     [=[m->mm * m->bytes]=]},
  },
  fails = "correct", message = "room for",
  why = [[a token is not multiplied with the embedding, and it is held all the same]],
}
