return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[add_rows(e, attn, S, S - w, S - w, 0, 1, e->spare);]==],
     [==[add_rows(e, attn, S, 0, S - w, 0, 1, e->spare);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "all queries of the prompt vote, not the last ones",
}
