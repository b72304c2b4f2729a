return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (at < 0 || f->again[i] < f->again[at])]=],
     [=[if (at < 0 || i > at)]=]},
  },
  fails = "correct", message = "a younger job was submitted",
  why = [[keeps jobs that have lost their worker on a stack]],
}
