return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["code":"second","versus":1,"bench":"tokens",
    "ratio"]==],
     [==["code":"second","bench":"tokens",
    "ratio"]==]},
  },
  fails = "pairs", message = "w24-data-stream has no pair",
  why = "three stages are worked on and four are reported",
}
