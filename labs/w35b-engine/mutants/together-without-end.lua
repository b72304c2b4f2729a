return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[.budget = e->cfg->together,]==],
     [==[.budget = 1000000,]==]},
  },
  fails = "correct", message = "together",
  why = "all prompts that wait are computed in one pass of PREFILL",
}
