return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[=[e.aval[n] = k->aval[leaf[n]];]=],
     [=[e.aval[n] = k->aval[n];]=]},
  },
  fails = "correct", message = "call",
  why = "keys by the caller's order of leaves",
}
