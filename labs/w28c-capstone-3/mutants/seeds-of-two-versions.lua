return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["n":10,"lab":"w28-dpo-grpo","code":"second"]==],
     [==["n":10,"lab":"w28-dpo-grpo","code":"third"]==]},
  },
  fails = "manifest", message = "2 of 3 attempts whose seeds differ",
  why = "a spread over two recipes",
}
