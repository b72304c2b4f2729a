return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["answer":"next"]==],
     [==["answer":"later"]==]},
  },
  fails = "next", message = "of at least 40",
  why = "stops where the work stops",
}
