return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    for (int w = 0; w < workers; w++)
        if (f->idle[w]) {]=],
     [=[    for (int w = 0; w < workers && (f->next <= f->delivered || f->nagain); w++)
        if (f->idle[w]) {]=]},
  },
  fails = "correct", message = "waited",
  why = "the next job is given only when the last one is done",
}
