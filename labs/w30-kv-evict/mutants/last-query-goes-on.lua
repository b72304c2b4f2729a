return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    int adds = e->c.kind == EVICT_H2O ||]==],
     [==[    int adds = e->c.kind == EVICT_H2O || e->c.kind == EVICT_SAGE ||]==]},
  },
  fails = "correct", message = "should be byte",
  why = "SAGE ranks by the newest query, also where the prompt ended long ago",
}
