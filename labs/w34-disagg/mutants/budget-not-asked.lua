return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(x->pass.n && tokens + prompt > s->cfg.budget) || prompt > x->left]=],
     [=[prompt > x->left]=]},
  },
  fails = "correct",
  why = [[as many prompts as there are: each waits for all]],
}
