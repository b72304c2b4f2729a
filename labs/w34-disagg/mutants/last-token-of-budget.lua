return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[tokens + prompt > s->cfg.budget]=],
     [=[tokens + prompt >= s->cfg.budget]=]},
  },
  fails = "correct",
  why = [[a pass may have as many tokens as the budget, and not one less]],
}
