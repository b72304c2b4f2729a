return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[{"answer":"account"]==],
     [==[{"answer":"table"]==]},
  },
  fails = "account", message = "of at least 60",
  why = "the stages were worked on, and nobody wrote what came of them",
}
