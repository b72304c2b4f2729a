return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    hc_t *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;]=],
     [=[    static hc_t the_only;
    hc_t *h = &the_only;
    for (int k = 0; k < HC_BLOCKS; k++)
        free(h->e[k].tok);
    memset(h, 0, sizeof *h);]=]},
    {[=[        free(h->e[k].tok);
    free(h);]=],
     [=[        free(h->e[k].tok), h->e[k].tok = NULL;]=]},
  },
  fails = "correct",
  why = [[the table of hashes is the program's own: a second one is the first]],
}
