return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[{"n":15,"lab":"w27-ppo",]==],
     [==[{"n":15,"lab":"w27-ppo","correct":false,]==]},
    {[==[{"n":16,"lab":"w27-ppo",]==],
     [==[{"n":16,"lab":"w27-ppo","correct":false,]==]},
    {[==[{"n":17,"lab":"w27-ppo",]==],
     [==[{"n":17,"lab":"w27-ppo","correct":false,]==]},
  },
  fails = "passed", message = "No attempt of w27-ppo passes",
  why = "reports a score of losses that were never right",
}
