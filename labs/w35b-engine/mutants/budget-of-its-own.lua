return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[{ e->cfg->seats, e->cfg->budget, e->cfg->price, 0, 0, &e->kv }]==],
     [==[{ e->cfg->seats, 16, e->cfg->price, 0, 0, &e->kv }]==]},
  },
  fails = "correct", message = "a pass of 16 tokens",
  why = "the budget is a number that most cases have, and not that of cfg",
}
