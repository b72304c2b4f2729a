return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[add_rows(e, attn, S, S - 1, S, 0, 1, e->score);]==],
     [==[add_rows(e, attn, S, S > 8 ? S - 8 : 0, S, 0, 1, e->score);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "the last queries of the prompt vote where only the very last one does",
}
