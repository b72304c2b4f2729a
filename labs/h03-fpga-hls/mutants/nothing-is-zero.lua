return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
        free(upto[l].c);
    return least;]],
     [[
        free(upto[l].c);
    return least < 0 ? 0 : least;]]},
  },
  fails = "correct", message = "since nothing fits",
  why = "no folding is -1, not a network of no cycles",
}
