return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[answers score 2.3 in place of .57]==],
     [==[answers score 3.9 in place of .21]==]},
    {[==[4.3 nats for]==],
     [==[1.2 nats for]==]},
  },
  fails = "account", message = "figure of w27-ppo",
  why = "a score and a KL that no attempt has, beside the number of one that has others",
}
