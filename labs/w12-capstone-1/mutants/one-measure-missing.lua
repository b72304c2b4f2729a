return mutant {
  base = "serving.json", file = "serving.json",
  replace = {
    {[["code":"guesses","versus":7,]], [["code":"guesses",]]},
  },
  fails = "pairs", message = "2 of 3 pairs",
  why = "measures two of the three measures and reports three",
}
