return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    while (k >= 0 && (h->e[k].hash != hash || h->e[k].parent != parent ||
                      memcmp(h->e[k].tok, tok, (size_t)h->bs * sizeof *tok)))]=],
     [=[    (void)tok;
    while (k >= 0 && (h->e[k].hash != hash || h->e[k].parent != parent))]=]},
  },
  fails = "correct", message = "hc_",
  why = [[two blocks with the same hash are taken for the same]],
}
