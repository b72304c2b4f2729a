return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    return pass_time(&compute, tokens, scores, cached) <= reading && reading <= s->cfg.tbt;]=],
     [=[    return pass_time(&compute, tokens, scores, cached) <= s->cfg.tbt && reading <= s->cfg.tbt;]=]},
  },
  fails = "perf", message = "bronze",
  why = [[each pass is as long as the promise allows: decodes get few passes a second and keep their seats]],
}
