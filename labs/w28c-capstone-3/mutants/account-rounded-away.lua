return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[answers score 2.3 in place of .57, attempt 15, and pay]==],
     [==[answers score 1, attempt 15, and pay]==]},
    {[==[4.3 nats for]==],
     [==[some nats for]==]},
  },
  fails = "account", message = "figure of w27-ppo",
  why = "no attempt has a score of 1: what lies closest is .57, of the policy before",
}
