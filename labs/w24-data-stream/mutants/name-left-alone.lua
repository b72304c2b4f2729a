return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    *bad = (struct bad){ -1, -1, -1 };
    pass(]=],
     [=[    pass(]=]},
  },
  fails = "correct", message = "no bad record ends in it",
  why = [[does not write the name where no record is bad]],
}
