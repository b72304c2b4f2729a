return mutant {
  base = "serving.json", file = "serving.json",
  replace = {
    {[["code":"second","versus":4,]], [["code":"second",]]},
  },
  fails = "pairs", message = "w06-paged-kv: no pair",
  why = "measures two of the three measures and reports three",
}
