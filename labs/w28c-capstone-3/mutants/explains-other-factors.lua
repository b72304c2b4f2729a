return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[was 1.4, since]==],
     [==[was 1.9, since]==]},
  },
  fails = "explain", message = "1.4, the factor that was measured in attempt 5",
  why = "reports of the checkpoints a factor that was not measured",
}
