return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["answer":"provenance"]==],
     [==["answer":"origin"]==]},
  },
  fails = "provenance", message = "of at least 40",
  why = "nothing is said of who wrote it",
}
