return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[        t->attn = s->map + (size_t)at * (size_t)s->goal;]==],
     [==[        t->attn = NULL;]==]},
    {[==[        t->attn = s->map;
]==],
     [==[        t->attn = NULL;
]==]},
  },
  fails = "correct", message = "which the rule",
  why = "the rule is told zeros: what each query gave is never asked for",
}
