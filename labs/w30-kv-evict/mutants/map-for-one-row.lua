return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        add_rows(e, attn, S, S - 1, S, 0, 1, e->score);
    else if]==],
     [==[        add_rows(e, attn, S, 0, S, 0, 0, e->score), add_rows(e, attn, S, S - 1, S, 0, 1, e->score);
    else if]==]},
  },
  fails = "profile",
  why = "SAGE adds up the whole map and then asks the last row",
}
