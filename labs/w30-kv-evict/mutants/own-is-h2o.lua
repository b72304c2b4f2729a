return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        kept = own(e, keep);]==],
     [==[        kept = n < 0 ? own(e, keep) : parts(e, 0, b / 2, b - b / 2, keep);]==]},
    {[==[        own_prefill(e, attn, S);
}]==],
     [==[        (S < 0 ? own_prefill(e, attn, S) : add_rows(e, attn, S, 0, S, 0, 1, e->score));
}]==]},
  },
  fails = "perf",
  why = "one's own rule is H2O's",
}
