return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["train/hidden-grpo/reward":0.85]==],
     [==["train/hidden-grpo/reward":0.87]==]},
    {[==["train/hidden-grpo/reward":0.88]==],
     [==["train/hidden-grpo/reward":0.87]==]},
  },
  fails = "manifest", message = "1 of 3 attempts whose seeds differ",
  why = "one seed, tested three times, is no spread",
}
