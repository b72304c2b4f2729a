return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["code":"tiles","versus":4,]], [["code":"tiles","correct":false,"versus":4,]]},
  },
  fails = "pairs", message = "2 of 3 pairs",
  why = "counts the speed of a version that is wrong",
}
