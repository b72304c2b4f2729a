return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (e) {
        free(e->score);
        free(e->spare);
    }
]==],
     [==[    free(e->score);
    free(e->spare);
]==]},
  },
  fails = "correct",
  why = "evict_delete looks into what is NULL",
}
