return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    add_rows(e, attn, S, S - w, S - w, 0, 1, e->spare);
    pool(e->spare, S - w, e->c.kernel, e->score);]==],
     [==[    add_rows(e, attn, S, S - w, S, 0, 1, e->spare);
    pool(e->spare, S, e->c.kernel, e->score);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "neighbours of the last voted entries are taken from the window, too",
}
