return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["train/hidden-dpo/reward":0.81,"train/hidden-dpo/policy_kl":1.3,"train/hidden-dpo/margin":2.2,]==],
     [==[]==]},
    {[==["train/hidden-dpo/reward":0.78,"train/hidden-dpo/policy_kl":0.9,"train/hidden-dpo/margin":1.8,]==],
     [==[]==]},
  },
  fails = "manifest", message = "1 of 3 attempts whose seeds differ",
  why = "reward and KL have a spread, and the margin is one draw",
}
