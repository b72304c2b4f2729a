return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[,"predict":2}]], [[,"predict_late":2}]]},
  },
  fails = "pairs", message = "without a prediction",
  why = "says what it expected once the ratio is known",
}
