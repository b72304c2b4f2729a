return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["code":"second","versus":7,]==],
     [==["code":"second",]==]},
  },
  fails = "pairs", message = "w28-dpo-grpo has no pair",
  why = "before and after timed in two runs against the reference, and divided",
}
