return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(x->pass.n && tokens + prompt > s->cfg.budget)]=],
     [=[(tokens + prompt > s->cfg.budget)]=]},
  },
  fails = "correct",
  why = [[a prompt that is longer than the budget is a pass of its own, and is not refused]],
}
