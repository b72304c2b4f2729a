return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["code":"second","versus":10,]==],
     [==["code":"second",]==]},
  },
  fails = "pairs", message = "w35-slo-serving has no pair",
  why = "before and after counted in two runs against the reference, and divided",
}
