return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[*value == '"' ? "\\\"" : ]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[a quote in a name ends the label, and the rest of the line is garbage]],
}
