return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["code":"tiles","versus":4,]], [["code":"registers","versus":4,]]},
  },
  fails = "pairs", message = "2 of 3 pairs",
  why = "times a version against itself",
}
