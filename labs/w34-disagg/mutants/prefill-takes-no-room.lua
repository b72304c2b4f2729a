return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[tokens + prompt > s->cfg.budget) || prompt > x->left)]=],
     [=[tokens + prompt > s->cfg.budget))]=]},
  },
  fails = "correct",
  why = [[a full prefill site takes another prompt]],
}
