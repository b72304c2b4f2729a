return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["answer":"provenance"]==],
     [==["answer":"origin"]==]},
  },
  fails = "provenance", message = "of at least 40",
  why = "nothing is said of who wrote it",
}
