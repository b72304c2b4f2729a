return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[{"dpo-margin":[0.1,0.9]==],
     [==[{"dpo-loss":[0.1,0.9]==]},
    {[==[{"dpo-margin":[0.1,0.8]==],
     [==[{"dpo-loss":[0.1,0.8]==]},
  },
  fails = "manifest", message = "the curve dpo-margin is not counted",
  why = "reward and KL are there, and how far the margin went is not",
}
