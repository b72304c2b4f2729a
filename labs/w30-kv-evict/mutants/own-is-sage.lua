return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        kept = own(e, keep);]==],
     [==[        kept = n < 0 ? own(e, keep) : sage(e, keep);]==]},
    {[==[        own_prefill(e, attn, S);
}]==],
     [==[        (S < 0 ? own_prefill(e, attn, S) : add_rows(e, attn, S, S - 1, S, 0, 1, e->score));
}]==]},
    {[==[(e->c.kind == EVICT_OWN ? OWN_NEAR : 0) : 0;]==],
     [==[(e->c.kind == EVICT_OWN ? n : 0) : 0;]==]},
  },
  fails = "perf",
  why = "one's own rule is SAGE's: it hears the question alone",
}
