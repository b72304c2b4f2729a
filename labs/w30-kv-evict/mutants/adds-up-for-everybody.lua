return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int j = 0; j < S; j++)
        e->spare[j] = 0;
    add_rows(e, attn, S, S - w, S - w, 0, 1, e->spare);]==],
     [==[    add_rows(e, attn, S, 0, S, 0, 1, e->score);
    for (int j = 0; j < S; j++)
        e->spare[j] = 0;
    add_rows(e, attn, S, S - w, S - w, 0, 1, e->spare);]==]},
  },
  fails = "profile",
  why = "H2O's sums are kept for SnapKV, too, which reads the whole map",
}
