return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["train/dpo-draft/reward":0.78,"train/dpo-draft/policy_kl":1.9,"train/dpo-draft/plain_nll":2.4,]==],
     [==[]==]},
    {[==["train/dpo-draft/reward":0.77,"train/dpo-draft/policy_kl":1.8,"train/dpo-draft/plain_nll":2.4,]==],
     [==[]==]},
  },
  fails = "manifest", message = "reward is not counted yet",
  why = "reports a margin, and no attempt counted what the policy says",
}
