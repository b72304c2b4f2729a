return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["code":"tiles","versus":4,]], [["code":"tiles",]]},
  },
  fails = "pairs", message = "2 of 3 pairs",
  why = "before and after timed in two runs against the reference, and divided",
}
