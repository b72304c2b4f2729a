return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {[==[    for (int first = 0; first < w.rows; first += ROWS)
        Rows<HD>(w, memory, first).run();]==],
     [==[    for (int first = 0; first < w.rows; first += 16) {
        Work some = w;
        some.rows = min(first + 16, w.rows);
        Rows<HD>(some, memory, first).run();
    }]==]},
  },
  fails = "profile", message = "g_ld_sec of tree_split",
  why = "right, and the cache is read again for every 16 rows",
}
