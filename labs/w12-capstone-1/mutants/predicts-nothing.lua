return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[,"predict":3]], ""},
  },
  fails = "pairs", message = "without a prediction",
  why = "times the last change without saying what it expects",
}
