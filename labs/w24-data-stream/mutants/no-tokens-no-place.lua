return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (e.offset % 2 ||]=],
     [=[if ((e.tokens && e.offset % 2) ||]=]},
  },
  fails = "correct", message = "odd offset of no tokens",
  why = [[does not look at the place of a record without tokens]],
}
