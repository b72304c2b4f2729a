return mutant {
  base = "serving.json", file = "serving.json",
  replace = {
    {[["code":"seats","versus":5,]], [["code":"prompts","versus":3,]]},
    {[["n":7,"lab":"w12b-serve","code":"seats"]], [["n":7,"lab":"w12b-serve","code":"prompts"]]},
    {[["code":"guesses","versus":7,]], [["code":"prompts","versus":3,]]},
  },
  fails = "pairs", message = "one change that is timed on several benches",
  why = "times one change three times and calls it three",
}
