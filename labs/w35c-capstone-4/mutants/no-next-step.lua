return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["answer":"next"]==],
     [==["answer":"later"]==]},
  },
  fails = "next", message = "of at least 40",
  why = "stops where the work stops",
}
