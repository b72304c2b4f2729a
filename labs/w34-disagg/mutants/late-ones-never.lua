return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    return late;
}]=],
     [=[    return -1;
}]=]},
  },
  fails = "correct", message = "somebody is not served",
  why = [[who is late has lost the promise, and not the answer]],
}
